import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import { classes, people, registrations, reminders } from '../../src/server/database/schema.ts';
import { editClass } from '../../src/server/timetable/index.ts';
import type { Portal } from './portal.ts';
import { remindersOf } from './reminders.ts';
import type { Student } from './students.ts';

export const firstDate: CalendarDate = '2026-12-01';
/** One date in the same Pacific week and one in the next. Only the second changes the week that registrations store. */
export const otherDates: CalendarDate[] = ['2026-12-02', '2026-12-08'];

export type Registered = Student & { registrationId: number };

type Work = (round: number) => Promise<unknown>;

/**
 * Runs all the work at once, in rounds. Without rounds, readers could starve a writer, because PostgreSQL lets shared
 * locks overtake the writer's lock.
 */
export async function atOnce(rounds: number, work: Work[]) {
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(work.map((one) => one(round)));
  }
}

export async function racesOf(portal: Portal) {
  const [admin] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'admin@demo.test'));
  const actor = { id: admin?.id ?? 0, ip: '127.0.0.1' };

  async function registerStudents(classId: number, count: number): Promise<Registered[]> {
    const students: Registered[] = [];
    for (let n = 0; n < count; n += 1) {
      const student = await remindersOf(portal).openTextedStudent();
      const { body } = await student.choose(classId);
      students.push({ ...student, registrationId: body.id });
    }
    return students;
  }

  const moveClass = (classId: number, date: CalendarDate) =>
    editClass(
      portal,
      actor,
      { id: classId, version: undefined },
      {
        pacificDate: `${date}T12:00:00`,
        timeSlot: '4PM',
        dayOfWeek: 'Tuesday',
        classType: 'Weekly',
      },
    );

  const openReminders = (students: Registered[]) =>
    portal.database
      .select({ id: reminders.id, startsAt: reminders.startsAt })
      .from(reminders)
      .where(
        and(
          isNull(reminders.settledAt),
          inArray(
            reminders.personId,
            students.map(({ id }) => id),
          ),
          ne(reminders.kind, 'missed-class'),
        ),
      );

  async function startOf(classId: number): Promise<Date> {
    const [found] = await portal.database.select().from(classes).where(eq(classes.id, classId));
    if (!found) throw new Error(`no class ${classId}`);
    return found.startsAt;
  }

  async function expectRightReminders(students: Registered[]) {
    const planned = await portal.database
      .select({ planned: reminders.startsAt, startsAt: classes.startsAt })
      .from(registrations)
      .innerJoin(classes, eq(classes.id, registrations.classId))
      .leftJoin(reminders, eq(reminders.registrationId, registrations.id))
      .where(
        and(
          inArray(
            registrations.studentId,
            students.map(({ id }) => id),
          ),
          isNull(registrations.endedAt),
        ),
      );
    expect(planned.length).toBeGreaterThan(0);
    for (const row of planned) expect(row.planned).toEqual(row.startsAt);
  }

  return { actor, registerStudents, moveClass, openReminders, startOf, expectRightReminders };
}
