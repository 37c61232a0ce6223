import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo } from '../../../tests/support/client.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { openStudent } from '../../../tests/support/students.ts';
import {
  auditLog,
  classes,
  holds,
  meetingRegistrants,
  people,
  sentMessages,
} from '../database/schema.ts';
import { testMail } from './messages.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let problems: ReturnType<typeof problemsOf>;
let nora: number;

beforeAll(async () => {
  portal = await openPortal();
  world = meetingsOf(portal);
  problems = problemsOf(portal);
  await world.forgetDemoClasses();
  nora = await world.personId('new-student@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.finishJobs();
  await world.forgetDemoClasses();
  await problems.forgetAll();
});

async function lastAudit() {
  const [entry] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

test('a meeting and a link that Zoom refused are shown with their reason, and retried', async () => {
  const classId = await world.addMeeting('2026-12-01T20:00:00Z');
  const { database, clock } = portal;
  const broken = { meetingProblem: 'Zoom returned 400.' };
  await database.update(classes).set(broken).where(eq(classes.id, classId));
  const seat = { personId: nora, classId, problem: 'No such name.', updatedAt: clock.now() };
  await database.insert(meetingRegistrants).values(seat);
  expect(await problems.of('meetings')).toMatchObject([
    { reason: 'Zoom returned 400.', classes: [{ id: classId }], person: null, isTried: false },
  ]);
  const [place] = await problems.of('seats');
  expect(place).toMatchObject({
    what: 'No personal link',
    reason: 'No such name.',
    person: { id: nora, name: 'Nora Lindqvist' },
    classes: [{ id: classId }],
    since: expect.any(String),
  });
  expect(await problems.count()).toBe(2);
  expect((await problems.retry('seats', place?.key)).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'problem: tried again',
    subject: `person:${nora}`,
  });
  await problems.retry('meetings');
  await eventually(problems.count, (count) => count === 0);
});

test('a hold is one problem, and a limit says until when', async () => {
  const { database, clock } = portal;
  const now = clock.now();
  const until = new Date(now.getTime() + 900_000);
  const reason = 'The Zoom app is missing a scope';
  const limit = 'The daily limit is reached. It is tried again by itself after 4:00 PM PT.';
  const times = { since: now, retryAt: until };
  const host = portal.settings.meetings.hostUser;
  await database.insert(holds).values([
    { scope: 'zoom', reason, ...times },
    { scope: `zoom writes of ${host}`, reason: limit, ...times },
  ]);
  const classId = await world.addClass('2026-12-01T20:00:00Z', { meetingProblem: limit });
  const seat = { personId: nora, classId, problem: reason, updatedAt: now };
  await database.insert(meetingRegistrants).values(seat);
  expect((await problems.groups()).map(({ kind, count }) => [kind, count])).toEqual([['holds', 2]]);
  expect(await problems.of('holds')).toMatchObject([
    { what: 'Zoom meetings', reason },
    {
      what: expect.stringMatching(/^Daily limit .*, 1 class waiting$/),
      until: until.toISOString(),
    },
  ]);
  expect((await problems.retry('holds')).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'problem: tried again',
    after: { scopes: ['zoom', `zoom writes of ${host}`] },
  });
  await eventually(problems.count, (count) => count === 0);
});

test('attendance is shown if Zoom refused to report it, or has not reported it for a day', async () => {
  const { database, clock } = portal;
  const attendanceProblem = 'Zoom refused to say who came.';
  const refused = await world.addClass('2026-11-15T20:00:00Z', { attendanceProblem });
  const silent = await world.addClass('2026-11-14T20:00:00Z', { zoomMeetingId: '812' });
  const settledAt = { attendanceSettledAt: clock.now() };
  await world.addClass('2026-11-13T20:00:00Z', { zoomMeetingId: '813', ...settledAt });
  const given = { zoomRegistrantId: 'r', joinUrl: 'https://zoom.test/j/1' };
  const seat = { personId: nora, classId: silent, ...given, updatedAt: clock.now() };
  await database.insert(meetingRegistrants).values(seat);
  const shown = await problems.of('attendance');
  expect(new Set(shown.map((one) => one.classes[0]?.id))).toEqual(new Set([refused, silent]));
  expect(shown.map(({ reason }) => reason)).toContain(attendanceProblem);
  expect((await problems.retry('attendance', `class ${refused}`)).status).toBe(200);
  expect(await lastAudit()).toMatchObject({ after: { classes: [refused] } });
});

test('overlapping classes and unmatched retreats are shown', async () => {
  const startsAt = '2026-12-01T20:00:00Z';
  const teacher = await world.personId('teacher@demo.test');
  const ids = [
    await world.addClass(startsAt),
    await world.addClass(startsAt, { instructorId: teacher, mayShareHost: true }),
  ];
  expect(await problems.of('overlaps')).toMatchObject([{ classes: ids.map((id) => ({ id })) }]);
  const site = retreatSiteOf(portal);
  const guest = { email: 'who@x.test', name: 'Ida Grey' };
  await site.postWebhook({ reference: site.newReference(), title: 'By the sea', ...guest });
  expect(await problems.of('retreats')).toMatchObject([
    { what: 'By the sea, Ida Grey', person: null },
  ]);
});

test('messages on hold show their retry time, and Retry retries them immediately', async () => {
  const { database, queue } = portal;
  const since = portal.clock.now();
  const waits = { since, retryAt: new Date(since.getTime() + 600_000) };
  await database.insert(holds).values([
    { scope: 'mail', reason: 'The server is away', ...waits },
    { scope: 'twilio login', reason: 'No numbers', ...waits },
  ]);
  const admin = await world.personId('admin@demo.test');
  const data = { personId: admin, askedAt: portal.clock.now().toISOString() };
  await database.transaction((transaction) => testMail.send(queue, transaction, [data]));
  await eventually(
    () => world.waits('mail-test'),
    ([wait]) => (wait ?? 0) > 60,
  );
  expect(await problems.of('holds')).toMatchObject([
    { what: 'All emails', reason: 'The server is away', until: expect.any(String) },
    { what: 'Texts with login links' },
  ]);
  await problems.retry('holds', 'mail');
  await messageTo(portal, 'admin@demo.test');
  await eventually(
    () => problems.of('holds'),
    (all) => all.length === 1,
  );
});

test('a refused email is retried by its job, or with all of its kind', async () => {
  await portal.sandbox.refuseMail(true);
  const admin = await problems.call();
  for (const name of ['ada', 'grace']) {
    const person = { firstName: name, lastName: 'B', role: 'alumni', startDate: '2026-11-20' };
    await admin.post('/api/admin/users', { ...person, email: `${name}@example.org` });
  }
  await eventually(
    async () => {
      await portal.database.execute(
        sql`update pgboss.job set start_after = now(), retry_limit = 1 where name = 'mail-welcome'`,
      );
      return problems.of('mails');
    },
    (mails) => mails.length === 2,
  );
  const [first] = await problems.of('mails');
  expect(first).toMatchObject({ what: 'Welcome, by email' });
  expect(first?.reason).toContain('550');
  await portal.sandbox.refuseMail(false);
  const { body } = await problems.retry('mails');
  expect(body.message).toBe('Retrying now. Anything that fails again will reappear here.');
  await messageTo(portal, 'ada@example.org');
  await messageTo(portal, 'grace@example.org');
  expect(await problems.of('mails')).toEqual([]);
  expect((await problems.retry('mails', first?.key)).status).toBe(409);
});

test('a text that did not arrive has a reason with its code, and advice', async () => {
  const student = await openStudent(portal, { phone: '+12025557001' });
  const text = {
    kind: 'class-day',
    about: {},
    channel: 'text',
    status: 'failed',
    recipient: '+12025557001',
  } as const;
  const problem = 'The carrier says this number doesn’t exist (Twilio error 30005)';
  await portal.database.insert(sentMessages).values({
    ...text,
    key: 'undelivered',
    personId: student.id,
    providerId: 'SM1',
    problem,
    createdAt: portal.clock.now(),
  });
  expect(await problems.of('undelivered-texts')).toMatchObject([
    { reason: problem, advice: expect.stringContaining('correct it'), person: { id: student.id } },
  ]);
  // For a phone that is switched off, the problem says to wait, so its group must not say to correct the number.
  const [group] = await problems.groups();
  expect(group?.advice).toMatch(/^Follow the advice next to each text\./);
  expect((await problems.retry('undelivered-texts')).status).toBe(404);
  const [whereStudent, deactivatedAt] = [eq(people.id, student.id), portal.clock.now()];
  await portal.database.update(people).set({ deactivatedAt }).where(whereStudent);
  expect(await problems.of('undelivered-texts')).toEqual([]);
  await portal.database.delete(sentMessages).where(eq(sentMessages.key, 'undelivered'));
});

test('a dead job shown by its class is not shown twice, and is gone when a later one succeeds', async () => {
  const classId = await world.addClass('2026-12-01T20:00:00Z', { meetingProblem: 'No.' });
  await problems.addDead({ job: 'sync-meeting', data: { classId }, key: `class ${classId}` });
  expect((await problems.groups()).map(({ kind }) => kind)).toEqual(['meetings']);
  await portal.database.update(classes).set({ meetingProblem: null });
  expect((await problems.groups()).map(({ kind }) => kind)).toEqual(['jobs']);
  await world.syncMeeting(classId);
  await eventually(problems.count, (count) => count === 0);
});
