import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openKnown } from '../../../tests/support/erasure.ts';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { classes } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

const path = '/api/account/data';

test('people can download everything the portal knows about them', async () => {
  const known = await openKnown(portal);
  const instructorId = await meetingsOf(portal).personId('teacher@demo.test');
  await portal.database.update(classes).set({ instructorId }).where(eq(classes.id, known.past));
  const { status, body, headers } = await known.get(path);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  expect(headers.get('cache-control')).toBe('no-store');
  const { firstName, lastName, email, phone } = known;
  expect(body.profile).toMatchObject({ firstName, lastName, email, phone, role: 'student' });
  expect(body.registrations).toMatchObject([
    { classNumber: 5, instructor: 'Daniel', canceledAt: null },
    { classNumber: 6, instructor: null },
    { classNumber: 7 },
  ]);
  expect(body.attendance).toMatchObject([{ status: 'Present' }]);
  expect(body.meetingPlaces).toMatchObject([{ email }, { email }, { email }]);
  expect(body.retreats).toMatchObject([
    { email, phone, canceledAt: null },
    { email: 'unknown@else.test' },
    { phone },
  ]);
  const events = body.consentEvents as { consent: boolean; shown: string; ip: string }[];
  expect(events.map(({ consent }) => consent)).toEqual([true, false, true]);
  for (const { shown, ip } of events) expect([shown.length > 20, ip]).toEqual([true, '127.0.0.1']);
  expect(body.reminders).not.toEqual([]);
  const proposed = { number: 1, missedClass: expect.any(String), pickedAt: null };
  expect(body.makeupProposals).toMatchObject([proposed]);
  for (const [channel, recipient] of [
    ['email', email],
    ['text', phone],
  ]) {
    expect(body.messages).toContainEqual(expect.objectContaining({ channel, recipient }));
  }
  expect(body.sessions).toMatchObject([{ startedAt: expect.any(String) }]);
  expect(body.loginLinks).toMatchObject([{ kind: 'asked', endedAt: null }]);
  expect(body.calendarAddressCreatedAt).toEqual(expect.any(String));
  expect(body.classTimeWishes).toMatchObject([
    { classNumber: 8, days: ['Monday'], comment: `Call ${firstName}`, answeredAt: null },
  ]);
  expect(body.staffNotes).toMatchObject([{ body: `${firstName} prefers mornings` }]);
  expect(body.auditEntries).toContainEqual(
    expect.objectContaining({ action: 'student: edited', isOwn: false, ip: null }),
  );
});

test('the download contains nothing that signs in or opens a meeting or a calendar', async () => {
  const known = await openKnown(portal);
  const { body } = await known.get(path);
  const words = JSON.stringify(body).replaceAll(portal.url, '');
  expect(words).not.toMatch(/hash|nonce|token|joinUrl|https?:|\/s\/|feeds/i);
});

test('the download contains no one else’s data', async () => {
  const [one, other] = [await openKnown(portal), await openKnown(portal)];
  const { body } = await one.get(path);
  const words = JSON.stringify(body);
  for (const foreign of [other.firstName, other.email, other.phone, 'admin@demo.test']) {
    expect(words).not.toContain(foreign);
  }
});

test('staff can download their own actions, without the people affected', async () => {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { session });
  const student = await openStudent(portal, { lastName: 'Unmentioned' });
  await admin.post(`/api/admin/people/${student.id}/sign-out`);
  const { body } = await admin.get(path);
  expect(body.auditEntries.at(-1)).toEqual({
    at: expect.any(String),
    action: 'sessions: ended by admin',
    isOwn: true,
    ip: '127.0.0.1',
  });
  expect(JSON.stringify(body)).not.toContain('Unmentioned');
});

test('data can be downloaded 10 times a day', async () => {
  const student = await openStudent(portal);
  await alreadyDid(portal, 'data downloads', 9, student.id);
  expect((await student.get(path)).status).toBe(200);
  expect(await student.get(path)).toMatchObject({
    status: 429,
    body: {
      message: 'You’ve done this too many times today. Please try again tomorrow.',
    },
  });
});
