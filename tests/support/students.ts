import { eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import type { ClassType, TimeSlot } from '../../src/course/course.ts';
import { classStart } from '../../src/course/pacific-time.ts';
import type { Database } from '../../src/server/database/connect.ts';
import { classes, type Person, people, registrations } from '../../src/server/database/schema.ts';
import { openCookies, openSessions } from '../../src/server/http/session.ts';
import { syncRegistrantJob } from '../../src/server/meetings/index.ts';
import type { Clock } from '../../src/server/platform/clock.ts';
import type { Settings } from '../../src/server/platform/settings.ts';
import { openClient } from './client.ts';
import type { Portal } from './portal.ts';

interface World {
  database: Database;
  clock: Clock;
}

export async function clearClasses({ database, clock }: World): Promise<void> {
  await database.update(classes).set({ deletedAt: clock.now() }).where(isNull(classes.deletedAt));
}

/** Adds a class, even at the same time as one of the demo's. */
export async function addClass(
  { database, clock }: World,
  startsAt: Date,
  classType: ClassType = 'Weekly',
): Promise<number> {
  const values = { startsAt, classType, mayShareHost: true, createdAt: clock.now() };
  const [row] = await database.insert(classes).values(values).returning({ id: classes.id });
  return row?.id ?? 0;
}

export function addClassOn(
  portal: World,
  date: CalendarDate,
  timeSlot: TimeSlot = '4PM',
  classType: ClassType = 'Weekly',
): Promise<number> {
  return addClass(portal, classStart(date, timeSlot), classType);
}

let serial = 0;

const settings = { staffIdleMinutes: 120, site: { staffPasskeys: 'optional' } } as Settings;

/** Adds and signs in a new student whose course started on January 1. */
export async function openStudent(
  portal: World & Pick<Portal, 'url'>,
  change: Partial<typeof people.$inferInsert> = {},
) {
  const { database, clock } = portal;
  serial += 1;
  const [person] = await database
    .insert(people)
    .values({
      role: 'student',
      email: `student-${serial}@school.test`,
      firstName: 'Sam',
      lastName: `Sample ${serial}`,
      startDate: '2026-01-01',
      createdAt: clock.now(),
      ...change,
    })
    .returning();
  if (!person) throw new Error('no student was made');
  const sessions = openSessions(database, clock, openCookies({ isHttps: false }), settings);
  const { session } = await database.transaction((one) => sessions.start(one, person));
  return asStudent(portal, person, session.id);
}

export function asStudent(
  { database, url }: Pick<Portal, 'database' | 'url'>,
  person: Pick<Person, 'id' | 'email' | 'lastName'>,
  session: string,
) {
  const client = openClient({ url }, { session });
  return {
    ...client,
    id: person.id,
    email: person.email,
    lastName: person.lastName,
    cookie: `session=${session}`,
    choose: (classId: number) => client.post(`/api/register/class/${classId}`),
    reschedule: (registrationId: number, newClassId: number) =>
      client.patch(`/api/register/reschedule/${registrationId}`, { newClassId }),
    makeUp: (registrationId: number, newClassId: number) =>
      client.patch(`/api/register/makeup/${registrationId}`, { newClassId }),
    undoMove: (registrationId: number, newClassId: number) =>
      client.post(`/api/register/undo/${registrationId}`, { newClassId }),
    async queued(): Promise<number[]> {
      const { rows } = await database.execute<{ classId: number }>(
        sql`select distinct (data ->> 'classId')::int as "classId" from pgboss.job
          where name = ${syncRegistrantJob.name} and data ->> 'personId' = ${String(person.id)}
          order by 1`,
      );
      return rows.map(({ classId }) => classId);
    },
    rows: () =>
      database
        .select()
        .from(registrations)
        .where(eq(registrations.studentId, person.id))
        .orderBy(registrations.classNumber, registrations.id),
  };
}

export type Student = Awaited<ReturnType<typeof openStudent>>;

/** Returns a student who has classes 5 to 10 on six Tuesdays at 4 PM, taught by Daniel. */
export async function openScheduledStudent(
  portal: Portal,
  change: Parameters<typeof openStudent>[1] = {},
) {
  const student = await openStudent(portal, change);
  const weekly = ['2026-11-17', '2026-11-24', '2026-12-01'];
  const monthly = ['2026-12-22', '2027-01-19', '2027-02-16'];
  const course: number[] = [];
  for (const date of weekly) course.push(await addClassOn(portal, date));
  for (const date of monthly) course.push(await addClassOn(portal, date, '4PM', 'Monthly'));
  const [daniel] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'teacher@demo.test'));
  await portal.database
    .update(classes)
    .set({ instructorId: daniel?.id ?? null })
    .where(inArray(classes.id, course));
  for (const classId of course) await student.choose(classId);
  return { ...student, course };
}

export async function resetAccount(portal: Portal, { id, email }: Student) {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const name = { firstName: 'Sam', lastName: 'Sample' };
  return openClient(portal, { session }).patch(`/api/admin/students/${id}`, {
    email,
    ...name,
    textConsent: false,
    startDate: '2026-03-01',
  });
}
