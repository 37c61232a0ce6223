import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo } from '../../../../tests/support/client.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import { retreatSiteOf } from '../../../../tests/support/retreats.ts';
import {
  addClassOn,
  clearClasses,
  openStudent,
  resetAccount,
  type Student,
} from '../../../../tests/support/students.ts';
import { installation } from '../../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await clearClasses(portal);
  await portal.database.update(installation).set({ calendarDomain: null });
});

async function chooseOne(student: Student) {
  const { body } = await student.choose(await addClassOn(portal, '2026-11-17'));
  return body.id as number;
}

async function feedOf(student: Student) {
  const { subscribeUrl } = (await student.get('/api/calendar')).body;
  return readCalendar(await (await fetch(subscribeUrl)).text());
}

test('the email about one class carries an invitation for its student, inline and as an attachment', async () => {
  const student = await openStudent(portal, { firstName: 'Zoë', lastName: 'Marsh' });
  const id = await chooseOne(student);
  await student.reschedule(id, await addClassOn(portal, '2026-12-01'));
  await meetingsOf(portal).runWaitingJobs();
  const { invitation, attachments } = await messageTo(portal, student.email);
  expect(invitation?.type).toBe('text/calendar; method=REQUEST');
  expect(attachments).toEqual([
    { name: 'class-5.ics', type: 'application/ics', content: invitation?.content },
  ]);
  const { calendar, events, alarms } = readCalendar(invitation?.content ?? '');
  expect(calendar.METHOD).toBe('REQUEST');
  expect(events).toMatchObject([
    {
      UID: `registration-${id}@${new URL(portal.url).host}`,
      SEQUENCE: '1',
      DTSTART: '20261202T000000Z',
      ATTENDEE: `MAILTO:${student.email} ROLE=REQ-PARTICIPANT PARTSTAT=ACCEPTED RSVP=FALSE CN=Zoë Marsh`,
      ORGANIZER: 'mailto:portal@quiet-mornings.test CN=Quiet Mornings',
    },
  ]);
  expect(alarms[0]?.[0]?.TRIGGER).toBe('-PT15M');
});

test('removing one class sends its student a cancellation that calendars process', async () => {
  const student = await openStudent(portal);
  const id = await chooseOne(student);
  await resetAccount(portal, student);
  const { invitation, attachments } = await messageTo(portal, student.email);
  expect(invitation?.type).toBe('text/calendar; method=CANCEL');
  expect(attachments.map(({ name }) => name)).toEqual(['class-5-canceled.ics']);
  expect(readCalendar(invitation?.content ?? '').events).toMatchObject([
    {
      UID: `registration-${id}@${new URL(portal.url).host}`,
      STATUS: 'CANCELLED',
      SEQUENCE: '1',
      ATTENDEE: expect.stringContaining(student.email),
    },
  ]);
});

test('events keep their ID when the portal moves to another address', async () => {
  await portal.database.update(installation).set({ calendarDomain: 'before.example.org' });
  const student = await openStudent(portal);
  const id = await chooseOne(student);
  const uid = `registration-${id}@before.example.org`;
  expect((await feedOf(student)).events[0]?.UID).toBe(uid);
  await student.reschedule(id, await addClassOn(portal, '2026-12-01'));
  await meetingsOf(portal).runWaitingJobs();
  const { invitation } = await messageTo(portal, student.email);
  expect(readCalendar(invitation?.content ?? '').events[0]?.UID).toBe(uid);
});

test('the first event written fixes the domain of all IDs, for every node', async () => {
  const student = await openStudent(portal);
  await chooseOne(student);
  await Promise.all([feedOf(student), feedOf(student)]);
  const { host } = new URL(portal.url);
  expect(await portal.database.select().from(installation)).toMatchObject([
    { calendarDomain: host },
  ]);
});

test('an event has a last-modified time, and moving it updates that time', async () => {
  const student = await openStudent(portal);
  const id = await chooseOne(student);
  const changedAt = async () => (await feedOf(student)).events[0]?.['LAST-MODIFIED'];
  const [registration] = await student.rows();
  const chosen = registration?.createdAt.toISOString().replace(/[-:]|\.\d+/g, '');
  expect(await changedAt()).toBe(chosen);
  await student.reschedule(id, await addClassOn(portal, '2026-12-01'));
  expect(await changedAt()).not.toBe(chosen);
});

test('a retreat is in the calendar once its time is known, is updated with it, and is removed when canceled', async () => {
  const student = await openStudent(portal);
  const site = retreatSiteOf(portal);
  const event = { reference: site.newReference(), email: student.email, title: 'a day of QUIET' };
  await site.postWebhook(event);
  expect((await feedOf(student)).events).toEqual([]);
  const times = { startsAt: '2026-11-21T09:00:00-08:00', endsAt: '2026-11-21T17:00:00-08:00' };
  await site.postWebhook({ ...event, ...times, type: 'changed', at: 60 });
  const [first] = (await feedOf(student)).events;
  expect(first).toMatchObject({
    SUMMARY: 'A Day of Quiet',
    DESCRIPTION: expect.stringContaining('Bring a blanket.'),
    DTSTART: '20261121T170000Z',
    DTEND: '20261122T010000Z',
  });
  const later = { startsAt: '2026-11-28T09:00:00-08:00', endsAt: '2026-11-28T17:00:00-08:00' };
  await site.postWebhook({ ...event, ...later, type: 'changed', at: 120 });
  const [second] = (await feedOf(student)).events;
  expect(second).toMatchObject({ UID: first?.UID, DTSTART: '20261128T170000Z' });
  expect(Number(second?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE));
  await site.postWebhook({ ...event, ...later, type: 'canceled', at: 180 });
  expect((await feedOf(student)).events).toEqual([]);
  await meetingsOf(portal).finishJobs();
});

test('a retreat with no end, or an end before its start, is rejected with a message', async () => {
  const site = retreatSiteOf(portal);
  const reference = site.newReference();
  const startsAt = '2026-11-21T09:00:00-08:00';
  expect(await site.post(site.bodyOf({ reference, startsAt }))).toEqual({
    status: 400,
    message: expect.stringContaining('startsAt and endsAt must be sent together'),
  });
  expect(await site.post(site.bodyOf({ reference, startsAt, endsAt: startsAt }))).toEqual({
    status: 400,
    message: expect.stringContaining('endsAt must be after startsAt'),
  });
});
