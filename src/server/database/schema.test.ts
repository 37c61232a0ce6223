import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from './connect.ts';
import { attendance, auditLog, classes, consentEvents, people, registrations } from './schema.ts';

let database: Database;
let drop: () => Promise<void>;
let student: number;
const now = new Date('2026-11-16T18:00:00Z');

beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 5, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});
beforeEach(async () => {
  student = await addPerson({});
});

let serial = 0;
async function addPerson(change: Partial<typeof people.$inferInsert>): Promise<number> {
  serial += 1;
  const person = {
    role: 'student',
    firstName: 'A',
    lastName: 'B',
    startDate: '2026-01-01',
  } as const;
  const [row] = await database
    .insert(people)
    .values({ ...person, email: `p${serial}@x.test`, createdAt: now, ...change })
    .returning();
  return row?.id ?? 0;
}

async function addClass(startsAt: string, instructorId?: number) {
  const values = { classType: 'Weekly', instructorId, mayShareHost: true, createdAt: now } as const;
  const [row] = await database
    .insert(classes)
    .values({ startsAt: new Date(startsAt), ...values })
    .returning();
  if (!row) throw new Error('no class was made');
  return row;
}

async function register(
  classNumber: number,
  courseClass: { id: number; pacificWeek: string },
  isOverbooked = false,
) {
  const { id: classId, pacificWeek } = courseClass;
  const week = { classId, pacificWeek };
  const values = { studentId: student, ...week, classNumber, isOverbooked, createdAt: now };
  const [row] = await database.insert(registrations).values(values).returning();
  return row?.id ?? 0;
}

async function refusal(change: Promise<unknown>): Promise<string> {
  return change.then(
    () => 'nothing refused it',
    (error) => error.cause.constraint || error.cause.message,
  );
}

test('the database computes the Pacific week of a class, on both sides of midnight', async () => {
  expect((await addClass('2026-11-22T07:59:00Z')).pacificWeek).toBe('2026-11-15');
  expect((await addClass('2026-11-22T08:00:00Z')).pacificWeek).toBe('2026-11-22');
  expect((await addClass('2026-11-01T06:59:00Z')).pacificWeek).toBe('2026-10-25');
  expect((await addClass('2026-11-01T07:00:00Z')).pacificWeek).toBe('2026-11-01');
});

test('a student cannot hold two classes in one Pacific week', async () => {
  await register(5, await addClass('2027-01-05T17:00:00Z'));
  const sameWeek = await addClass('2027-01-07T17:00:00Z');
  expect(await refusal(register(6, sameWeek))).toBe('registrations_one_per_week');
});

test('a student cannot hold the same class number twice', async () => {
  await register(5, await addClass('2027-01-12T17:00:00Z'));
  const nextWeek = await addClass('2027-01-19T17:00:00Z');
  expect(await refusal(register(5, nextWeek))).toBe('registrations_one_per_class_number');
});

test('a canceled registration frees its week and its number', async () => {
  const first = await register(5, await addClass('2027-01-26T17:00:00Z'));
  await database
    .update(registrations)
    .set({ endedAt: now, endReason: 'account reset' })
    .where(eq(registrations.id, first));
  expect(await register(5, await addClass('2027-01-28T17:00:00Z'))).toBeGreaterThan(first);
});

test('a registration cannot have a week other than its class’s', async () => {
  const { id } = await addClass('2027-02-02T17:00:00Z');
  const wrongWeek = register(5, { id, pacificWeek: '2027-02-07' });
  expect(await refusal(wrongWeek)).toBe('registrations_follow_their_class');
});

test('moving a class updates the week of its registrations', async () => {
  const moving = await addClass('2027-02-09T17:00:00Z');
  const id = await register(5, moving);
  const startsAt = new Date('2027-02-16T17:00:00Z');
  await database.update(classes).set({ startsAt }).where(eq(classes.id, moving.id));
  const [row] = await database.select().from(registrations).where(eq(registrations.id, id));
  expect(row?.pacificWeek).toBe('2027-02-14');
});

test('a class cannot move into a week where one of its students has another class', async () => {
  const moving = await addClass('2027-02-23T17:00:00Z');
  await register(5, moving);
  await register(6, await addClass('2027-03-02T17:00:00Z'));
  const startsAt = new Date('2027-03-04T17:00:00Z');
  const move = database.update(classes).set({ startsAt }).where(eq(classes.id, moving.id));
  expect(await refusal(move)).toBe('registrations_one_per_week');
});

test('a class with limited places takes no more students, unless staff overbook it', async () => {
  const full = await addClass('2027-03-09T17:00:00Z');
  await database.update(classes).set({ defaultPlaces: 1 }).where(eq(classes.id, full.id));
  const first = await register(5, full);
  student = await addPerson({});
  expect(await refusal(register(5, full))).toBe('registrations_within_places');
  await register(5, full, true);
  await database.update(classes).set({ places: 3 }).where(eq(classes.id, full.id));
  student = await addPerson({});
  expect(await register(5, full)).toBeGreaterThan(first);
});

test('moving or restoring a registration takes a place', async () => {
  const [full, other] = [
    await addClass('2027-03-16T17:00:00Z'),
    await addClass('2027-03-17T17:00:00Z'),
  ];
  await database.update(classes).set({ places: 1 }).where(eq(classes.id, full.id));
  const ended = await register(5, full);
  const set = (id: number, values: Partial<typeof registrations.$inferInsert>) =>
    database.update(registrations).set(values).where(eq(registrations.id, id));
  await set(ended, { endedAt: now, endReason: 'account reset' });
  student = await addPerson({});
  const moving = await register(5, other);
  await set(moving, { classId: full.id, pacificWeek: full.pacificWeek });
  const restore = set(ended, { endedAt: null, endReason: null });
  expect(await refusal(restore)).toBe('registrations_within_places');
  await set(moving, { suspendedBy: null, isRescheduled: true });
});

test('only one class has the same start and instructor, even without an instructor', async () => {
  const instructor = await addPerson({ role: 'teacher' });
  await addClass('2027-04-06T17:00:00Z', instructor);
  await addClass('2027-04-06T17:00:00Z');
  const twin = 'classes_one_per_start_and_instructor';
  expect(await refusal(addClass('2027-04-06T17:00:00Z', instructor))).toBe(twin);
  expect(await refusal(addClass('2027-04-06T17:00:00Z'))).toBe(twin);
});

test('emails, regardless of case, and phones are unique', async () => {
  await addPerson({ email: 'Ada@Example.org', phone: '+12025550199' });
  expect(await refusal(addPerson({ email: 'aDA@example.ORG' }))).toBe('people_one_per_email');
  expect(await refusal(addPerson({ phone: '+12025550199' }))).toBe('people_one_per_phone');
});

test('a person has a known role, a phone in E.164, and as a student a start date', async () => {
  const role = 'owner' as 'admin';
  expect(await refusal(addPerson({ role }))).toBe('people_known_role');
  expect(await refusal(addPerson({ phone: '202 555 0100' }))).toBe('people_phone_is_e164');
  expect(await refusal(addPerson({ startDate: null }))).toBe('people_student_has_start');
});

test('attendance is kept once per person and class', async () => {
  const { id: classId } = await addClass('2027-04-13T17:00:00Z');
  const from = { source: 'report', recordedAt: now } as const;
  const row = { personId: student, classId, status: 'Present', ...from } as const;
  await database.insert(attendance).values(row);
  expect(await refusal(database.insert(attendance).values(row))).toBe(
    'attendance_person_id_class_id_pk',
  );
});

test('audit and consent rows can be added, but never changed, deleted, or truncated', async () => {
  await database.insert(auditLog).values({ at: now, action: 'sign-in', subject: 'person:1' });
  const kept = 'rows of audit_log are never changed or removed';
  expect(await refusal(database.update(auditLog).set({ action: 'nothing' }))).toBe(kept);
  expect(await refusal(database.delete(auditLog))).toBe(kept);
  expect(await refusal(database.execute(sql`truncate audit_log`))).toBe(kept);
  expect(await refusal(database.delete(consentEvents))).toContain('never changed');
});

test('text consent follows the last consent event', async () => {
  const consent = (given: boolean) =>
    database
      .insert(consentEvents)
      .values({ personId: student, consent: given, shown: 'words', source: 'page', at: now });
  const current = async () =>
    (await database.select().from(people).where(eq(people.id, student)))[0]?.textConsent;
  await consent(true);
  expect(await current()).toBe(true);
  await consent(false);
  expect(await current()).toBe(false);
});
