import { afterAll, beforeAll, expect, test } from 'vitest';
import { openKnown } from '../../../tests/support/erasure.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { addClass, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { readTimeline } from '../../../tests/support/timeline.ts';
import {
  alumniJoins,
  attendance,
  auditLog,
  consentEvents,
  reminders,
  roomEvents,
  sentMessages,
} from '../database/schema.ts';

let portal: Portal;
let admin: Awaited<ReturnType<typeof openStudent>>;
beforeAll(async () => {
  portal = await openPortal();
  await clearClasses(portal);
  admin = await staffOf(portal).open('admin');
});
afterAll(() => portal[Symbol.asyncDispose]());

const readAll = (id: number, kind?: string) => readTimeline(admin, id, kind);

const titlesOf = async (id: number, kind?: string) =>
  (await readAll(id, kind)).entries.map(({ title }) => title);

test('every event appears once, newest first, and under exactly one filter', async () => {
  const known = await openKnown(portal);
  const { entries } = await readAll(known.id);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  const keys = entries.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const kinds = ['classes', 'attendance', 'messages', 'consent', 'retreats', 'sign-in', 'edits'];
  const parts = [];
  for (const kind of kinds) {
    const part = (await readAll(known.id, kind)).entries;
    expect(part.length > 0 || kind === 'sign-in').toBe(true);
    expect(part.every((entry) => entry.kind === kind)).toBe(true);
    parts.push(...part);
  }
  expect(parts.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  const everything = JSON.stringify(entries);
  for (const secret of ['http', 'token', 'registrant of', '127.0.0.1']) {
    expect(everything).not.toContain(secret);
  }
});

test('the timeline of an erased person does not name them', async () => {
  const known = await openKnown(portal);
  const email = known.email;
  expect(JSON.stringify((await readAll(known.id)).entries)).toContain(email);
  const erased = await admin.post(`/api/admin/people/${known.id}/erase`, { email });
  expect(erased.status).toBe(200);
  const { entries } = await readAll(known.id);
  expect(entries.map(({ title }) => title)).toContain('Erased a person');
  const everything = JSON.stringify(entries).toLowerCase();
  for (const name of [known.firstName, known.lastName, email, known.phone]) {
    expect(everything).not.toContain(name.toLowerCase());
  }
  const { body } = await admin.get(`/api/admin/people/${known.id}`);
  expect(JSON.stringify(body)).not.toContain(known.firstName);
  expect(body).toMatchObject({ firstName: 'Erased', erasedAt: expect.any(String), student: null });
});

test('an edit lists each changed field and the editor', async () => {
  const student = await openStudent(portal, { phone: '+12025550170' });
  await admin.patch(`/api/admin/students/${student.id}`, {
    email: student.email,
    firstName: 'Samuel',
    lastName: student.lastName,
    phone: '(202) 555-0171',
    startDate: '2026-01-02',
    textConsent: true,
  });
  const { entries } = await readAll(student.id, 'edits');
  expect(entries[0]).toMatchObject({
    title: 'Edited a student',
    by: expect.stringContaining('Sam Sample'),
    changes: [
      { field: 'First name', before: 'Sam', after: 'Samuel' },
      { field: 'Phone', before: '(202) 555-0170', after: '(202) 555-0171' },
      { field: 'Start date', before: 'Jan 1, 2026', after: 'Jan 2, 2026' },
      { field: 'Receives texts', before: 'No', after: 'Yes' },
    ],
  });
  expect(await titlesOf(student.id, 'consent')).toEqual(['Texts turned on']);
});

test('pages neither lose nor repeat entries with equal times', async () => {
  const { id: personId } = await openStudent(portal);
  const at = new Date('2026-05-05T05:05:05.005Z');
  const many = Array.from({ length: 50 }, (_, index) => index);
  const classIds = [];
  for (const index of many) {
    const day = Date.parse('2027-06-01T23:00:00Z') + index * 24 * 60 * 60 * 1000;
    classIds.push(await addClass(portal, new Date(day)));
  }
  const { database } = portal;
  await database.insert(auditLog).values(
    many.map(() => ({
      ...{ at, action: 'sign-in', actorId: personId },
      ...{ subject: `person:${personId}`, personId },
    })),
  );
  await database.insert(sentMessages).values(
    many.map((index) => ({
      key: `equal times ${index}`,
      kind: 'class-day',
      about: {},
      personId,
      channel: 'text' as const,
      recipient: '+12025550199',
      status: 'sent' as const,
      createdAt: at,
    })),
  );
  await database
    .insert(consentEvents)
    .values(many.map(() => ({ personId, consent: true, shown: 'x', source: 'page' as const, at })));
  await database.insert(roomEvents).values(
    classIds.map((classId, index) => ({
      ...{ classId, personId, at },
      source: 'webhook' as const,
      kind: 'joined' as const,
      instanceId: 'i',
      connectionId: String(index),
    })),
  );
  await database.insert(attendance).values(
    classIds.map((classId) => ({
      ...{ classId, personId, recordedAt: at },
      status: 'Present' as const,
      source: 'report' as const,
    })),
  );
  await database
    .insert(alumniJoins)
    .values(classIds.map((classId) => ({ classId, personId, createdAt: at })));
  await database.insert(reminders).values(
    many.map((index) => ({
      key: `equal times ${index}`,
      kind: 'alumni-week' as const,
      ...{ personId, dueAt: at },
    })),
  );
  const { entries, pages } = await readAll(personId);
  expect(pages).toBeGreaterThan(5);
  expect(entries).toHaveLength(6 * 50 + 1);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  const planned = await readAll(personId, 'planned');
  expect(planned.pages).toBe(2);
  expect(new Set(planned.entries.map(({ key }) => key)).size).toBe(50);
});

test('an invalid cursor or kind is refused', async () => {
  for (const query of ['after=x', 'after=1.2', 'kind=gossip']) {
    const { status } = await admin.get(`/api/admin/people/${admin.id}/timeline?${query}`);
    expect([query, status]).toEqual([query, 400]);
  }
  expect((await admin.get('/api/admin/people/999999999/timeline')).status).toBe(404);
});
