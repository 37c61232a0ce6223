import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { clearClasses, openStudent } from '../../../tests/support/students.ts';
import {
  attendance,
  auditLog,
  broadcasts,
  classes,
  makeups,
  people,
  registrations,
  sentMessages,
} from '../database/schema.ts';
import { deleteOldRecordsHandlers } from '../jobs/delete-old-records.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const { database } = portal;
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  await clearClasses(portal);
  await database.delete(attendance);
  await database.delete(registrations);
});
afterAll(() => portal[Symbol.asyncDispose]());

/** The week from Sunday, November 8, to Saturday, November 14. */
const tuesday = '2026-11-11T00:00:00Z';
const lastMinute = '2026-11-15T07:59:00Z';
const nextWeek = '2026-11-15T08:00:00Z';

test('a week has attendance by instructor and time, and counts of actions and messages', async () => {
  const { database } = portal;
  const world = meetingsOf(portal);
  const [daniel] = await database
    .select()
    .from(people)
    .where(eq(people.email, 'teacher@demo.test'));
  const taught = { instructorId: daniel?.id ?? null };
  const first = await world.addClass(tuesday, taught);
  const second = await world.addClass('2026-11-13T01:00:00Z', taught);
  const later = await world.addClass('2026-11-17T00:00:00Z', taught);
  const records = ['Present', 'Present', 'Joined', 'Excused', null] as const;
  for (const status of records) {
    const student = await openStudent(portal);
    await world.register(student.id, first, 5);
    if (!status) continue;
    const source = status === 'Excused' ? 'hand' : 'report';
    const seat = { personId: student.id, classId: first };
    await database
      .insert(attendance)
      .values({ ...seat, status, source, recordedAt: new Date(tuesday) });
  }
  // Missed the first class and picked the later one instead, which still counts as a no-show.
  const absent = await openStudent(portal);
  await world.register(absent.id, later, 5);
  const [moved] = await database
    .select()
    .from(registrations)
    .where(eq(registrations.studentId, absent.id));
  await database.insert(makeups).values({
    registrationId: moved?.id ?? 0,
    missedClassId: first,
    wasRescheduled: false,
    chosenAt: new Date(lastMinute),
  });
  const present = await openStudent(portal);
  await world.register(present.id, second, 6);
  await database.insert(attendance).values({
    personId: present.id,
    classId: second,
    status: 'Present',
    source: 'report',
    recordedAt: new Date(lastMinute),
  });
  await database.update(registrations).set({ createdAt: new Date(nextWeek) });
  await database
    .update(registrations)
    .set({ createdAt: new Date(lastMinute) })
    .where(eq(registrations.studentId, present.id));
  await database.insert(auditLog).values(
    [lastMinute, nextWeek].map((at) => ({
      at: new Date(at),
      actorId: present.id,
      action: 'sign-in',
      subject: `person:${present.id}`,
    })),
  );
  const message = {
    kind: 'schedule',
    about: {},
    personId: present.id,
    recipient: 'somebody',
    createdAt: new Date(lastMinute),
  };
  await database.insert(sentMessages).values([
    { ...message, key: '1', channel: 'text', status: 'delivered' },
    { ...message, key: '2', channel: 'text', status: 'failed' },
    { ...message, key: '3', channel: 'email', status: 'sent' },
    { ...message, key: '4', channel: 'email', status: 'failed', createdAt: new Date(nextWeek) },
  ]);

  const { body } = await admin.get('/api/admin/journey/week');
  expect(body).toEqual({
    week: '2026-11-08',
    isOver: true,
    instructors: [{ name: 'Daniel Reyes', classes: 2, expected: 6, came: 3 }],
    classes: { expected: 6, came: 3, missed: 2, unclear: 1, excused: 1 },
    makeups: 1,
    registrations: 1,
    signIns: 1,
    texts: { delivered: 1, sent: 0, failed: 1, waiting: 0 },
    mails: { sent: 1, failed: 0, waiting: 0 },
  });
  // Any day stands for its whole week, and deleted classes don't count.
  await database.update(classes).set({ deletedAt: new Date() }).where(eq(classes.id, second));
  const { body: same } = await admin.get('/api/admin/journey/week?week=2026-11-14');
  expect([same.week, same.instructors[0]?.classes]).toEqual(['2026-11-08', 1]);
});

test('an unfinished week counts only past classes', async () => {
  const { body } = await admin.get('/api/admin/journey/week?week=2026-11-16');
  expect(body).toMatchObject({ week: '2026-11-15', isOver: false, instructors: [] });
});

test('broadcasts are deleted after a year', async () => {
  const { database, clock } = portal;
  const at = (days: number) => new Date(clock.now().getTime() + days * 24 * 60 * 60 * 1000);
  const [admin] = await database.select().from(people).where(eq(people.role, 'admin'));
  const sent = { recipients: 3, writtenBy: admin?.id ?? 0 };
  await database.insert(broadcasts).values([
    { ...sent, key: 'old', writtenAt: at(-365.1) },
    { ...sent, key: 'young', writtenAt: at(-364) },
  ]);
  for (const { run } of deleteOldRecordsHandlers(portal)) await run({});
  const left = await database.select().from(broadcasts);
  expect(left.map(({ key }) => key)).toEqual(['young']);
});
