import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openClient, outboxOf } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { people } from '../database/schema.ts';

const second = 'second-host@sandbox.test';
const at = '2026-11-25T01:00:00Z';
const when = 'Tuesday, November 24 at 5:00 PM PT';
let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let admin: ReturnType<typeof openClient>;
let daniel: number;
let elena: number;
let ruth: number;

beforeAll(async () => {
  portal = await openPortal();
  world = meetingsOf(portal);
  await world.forgetDemoClasses();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  const idOf = async (email: string) =>
    (await portal.database.select().from(people).where(eq(people.email, email)))[0]?.id ?? 0;
  daniel = await idOf('teacher@demo.test');
  elena = await idOf('elena.moretti@demo.test');
  ruth = await idOf('ruth.abara@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(async () => {
  await world.finishJobs();
  await world.forgetDemoClasses();
});

const edit = (id: number, change: object) =>
  admin.patch(`/api/classes/${id}`, {
    pacificDate: '2026-11-24T12:00:00',
    timeSlot: '5PM',
    dayOfWeek: 'Tuesday',
    classType: 'Weekly',
    ...change,
  });

async function mailsTo(email: string) {
  const mails = (await outboxOf(portal)).filter(({ to }) => to === email);
  return mails.map(({ subject, text }) => ({ subject, text }));
}

test('both instructors are notified of a substitution, and students only if requested', async () => {
  const student = await openStudent(portal);
  const id = await world.addMeeting(at, { instructorId: daniel });
  await world.register(student.id, id, 5);
  await world.link(student.id, id);
  await edit(id, { instructorId: elena });
  await world.finishJobs();
  expect((await mailsTo('elena.moretti@demo.test'))[0]).toEqual({
    subject: `You’re now teaching the class on ${when}`,
    text: expect.stringContaining('1 student registered so far'),
  });
  expect((await mailsTo('teacher@demo.test'))[0]).toEqual({
    subject: `You’re no longer teaching the class on ${when}`,
    text: expect.stringContaining('now with Elena Moretti'),
  });
  expect(await mailsTo(student.email)).toEqual([]);
  await edit(id, { instructorId: ruth, notifyStudents: true });
  await world.finishJobs();
  expect(await mailsTo(student.email)).toEqual([
    {
      subject: 'Class 5 has a new instructor',
      text: expect.stringContaining(`Ruth will teach Class 5 on ${when}.`),
    },
  ]);
});

test('no one is notified of a substitution that was undone before the emails left', async () => {
  const before = (await outboxOf(portal)).length;
  const id = await world.addClass(at, { instructorId: daniel });
  await portal.database.transaction(async (transaction) => {
    for (const [name, personId] of [
      ['mail-class-taken', daniel],
      ['mail-class-given', elena],
    ] as const) {
      const changedAt = portal.clock.now().toISOString();
      const data = { personId, classes: [{ id, from: at }], changedAt };
      await portal.queue.add(transaction, { name, tries: 1, firstDelaySeconds: 1 }, data);
    }
  });
  await world.finishJobs();
  expect(await outboxOf(portal)).toHaveLength(before);
});

test('a substitute with their own Zoom user gets the meeting and everyone in it', async () => {
  await portal.database.update(people).set({ zoomUser: second }).where(eq(people.id, elena));
  const student = await openStudent(portal);
  const id = await world.addMeeting(at, { instructorId: daniel });
  const before = await world.classRow(id);
  await world.register(student.id, id, 5);
  const oldLink = await world.link(student.id, id);
  await edit(id, { instructorId: elena });
  await world.finishJobs();
  const after = await world.classRow(id);
  expect(after).toMatchObject({ host: second, meetingHost: second });
  expect(
    await portal.zoom.find(portal.settings.meetings.hostUser, before.zoomMeetingId ?? ''),
  ).toBeNull();
  const link = await world.link(student.id, id);
  expect(link).not.toBe(oldLink);
  expect(await mailsTo(student.email)).toEqual([
    { subject: 'New link for Class 5', text: expect.stringContaining(link) },
  ]);
  const { body: schedule } = await student.get('/api/schedule');
  expect(schedule[0].studentZoomJoinUrl).toBe(link);
});
