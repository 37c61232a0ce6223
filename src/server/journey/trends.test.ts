import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  await portal.database.update(people).set({ createdAt: new Date('2020-01-01') });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await clearClasses(portal);
  for (const table of [makeups, attendance, registrations]) await portal.database.delete(table);
});

/** The week from Sunday, November 8, to Saturday, November 14, in Pacific time. */
const tuesday = '2026-11-11T00:00:00Z';
const lastMinute = '2026-11-15T07:59:00Z';
const nextWeek = '2026-11-15T08:00:00Z';

test('trends show attendance by slot, and how far students get', async () => {
  const world = meetingsOf(portal);
  const classId = await world.addClass(tuesday);
  for (const status of ['Present', null] as const) {
    const { id } = await openStudent(portal);
    await world.register(id, classId, 5);
    if (!status) continue;
    await portal.database.insert(attendance).values({
      ...{ personId: id, classId, status, source: 'report' },
      recordedAt: new Date(tuesday),
    });
  }
  const { body } = await admin.get('/api/admin/journey/trends');
  expect(body.weeks).toHaveLength(12);
  expect(body.slots).toMatchObject([
    { day: 'Tuesday', time: '4:00 PM PT', classes: 1, registered: 2, expected: 2, missed: 1 },
  ]);
  expect(body.funnel.map(({ reached }: { reached: number }) => reached)).toEqual([2, 2, 1, 0, 0]);
});

test('a week has attendance by instructor, and counts of actions and messages', async () => {
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
  // This student missed the first class and picked the later one. The missed class still counts as a no-show.
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

  const { body } = await admin.get('/api/admin/journey/trends');
  expect(body.weeks.at(-2)).toEqual({
    week: '2026-11-08',
    ...{ classes: 2, registered: 7, expected: 6, came: 3, missed: 2, unclear: 1, excused: 1 },
    ...{ makeups: 1, registrations: 1, signIns: 1 },
    ...{ textsDelivered: 1, textsSent: 0, textsFailed: 1, emailsSent: 1, emailsFailed: 0 },
  });
  expect(body.instructors).toMatchObject([
    { name: 'Daniel Reyes', classes: 2, expected: 6, came: 3 },
  ]);
  expect(body.weeks.at(-1)).toMatchObject({ week: '2026-11-15', emailsFailed: 1 });
});

test('two instructors with one name are told apart by their email', async () => {
  const world = meetingsOf(portal);
  const namesakes = [
    ['ruth@school.test', tuesday],
    ['ruth.b@school.test', lastMinute],
  ] as const;
  for (const [email, startsAt] of namesakes) {
    const { id: instructorId } = await openStudent(portal, {
      ...{ role: 'teacher', email, firstName: 'Ruth', lastName: 'Abara' },
    });
    const classId = await world.addClass(startsAt, { instructorId });
    await world.register((await openStudent(portal)).id, classId, 5);
  }
  const { body } = await admin.get('/api/admin/journey/trends');
  expect(body.instructors).toMatchObject([
    { name: 'Ruth Abara (ruth.b@school.test)', classes: 1 },
    { name: 'Ruth Abara (ruth@school.test)', classes: 1 },
  ]);
});

test('deleted and upcoming classes don’t count', async () => {
  const world = meetingsOf(portal);
  const { id } = await openStudent(portal);
  const deleted = await world.addClass(tuesday);
  await world.register(id, deleted, 5);
  await world.register(id, await world.addClass('2026-11-19T01:00:00Z'), 6);
  await portal.database
    .update(classes)
    .set({ deletedAt: new Date(tuesday) })
    .where(eq(classes.id, deleted));
  const { body } = await admin.get('/api/admin/journey/trends');
  expect([body.slots, body.instructors]).toEqual([[], []]);
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
