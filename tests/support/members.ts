import { and, eq, isNull } from 'drizzle-orm';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import { classTypeFor, TIME_SLOTS, type TimeSlot } from '../../src/course/course.ts';
import {
  attendance,
  clearings,
  consentEvents,
  people,
  registrations,
} from '../../src/server/database/schema.ts';
import { planMissingReminders } from '../../src/server/reminders/index.ts';
import { outboxOf } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';
import { remindersOf } from './reminders.ts';
import { addClassOn } from './students.ts';

/** The dates of the classes, all on Tuesdays. Classes 5 and 6 are past, and the others are upcoming. */
const days: [classNumber: number, date: CalendarDate][] = [
  [5, '2026-11-03'],
  [6, '2026-11-10'],
  [7, '2026-11-24'],
  [8, '2026-12-08'],
];
const pastDays: typeof days = [
  [9, '2026-11-03'],
  [10, '2026-11-10'],
];

let serial = 0;
function nextSlot(): TimeSlot {
  serial += 1;
  return TIME_SLOTS[serial % TIME_SLOTS.length] ?? '4PM';
}

export function membersOf(portal: Portal) {
  const { database, clock } = portal;
  const world = { ...meetingsOf(portal), ...remindersOf(portal) };

  async function openWith(course: typeof days, attended: number[], change: object = {}) {
    const student = await world.openTextedStudent(change);
    const classIds = new Map<number, number>();
    const slot = nextSlot();
    for (const [classNumber, date] of course) {
      const id = await addClassOn(portal, date, slot, classTypeFor(classNumber));
      classIds.set(classNumber, id);
      await world.register(student.id, id, classNumber);
      if (attended.includes(classNumber)) await attend(student.id, id);
    }
    await planMissingReminders(database, clock.now());
    return { ...student, classOf: (classNumber: number) => classIds.get(classNumber) ?? 0 };
  }

  async function attend(personId: number, classId: number) {
    const recordedAt = clock.now();
    const record = { status: 'Present', source: 'report', recordedAt } as const;
    await database.insert(attendance).values({ personId, classId, ...record });
  }

  return {
    ...world,
    attend,

    /** Returns a student who attended class 5, missed class 6, has 7 and 8 ahead, and opted in to texts. */
    openMidCourse: (change?: object) => openWith(days, [5], change),

    openFinished: (change?: object) => openWith(pastDays, [9, 10], change),

    async personWith(id: number) {
      const [person] = await database.select().from(people).where(eq(people.id, id));
      if (!person) throw new Error(`there is no person ${id}`);
      return person;
    },

    async held(studentId: number): Promise<number[]> {
      const rows = await database
        .select({ classNumber: registrations.classNumber })
        .from(registrations)
        .where(and(eq(registrations.studentId, studentId), isNull(registrations.endedAt)))
        .orderBy(registrations.classNumber);
      return rows.map(({ classNumber }) => classNumber);
    },

    async subjectsTo(email: string): Promise<string[]> {
      await world.finishJobs();
      const mails = (await outboxOf(portal)).filter(({ to }) => to === email).toReversed();
      return mails.map(({ subject }) => subject);
    },

    async lastMailTo(email: string) {
      await world.finishJobs();
      const mail = (await outboxOf(portal)).find(({ to }) => to === email);
      if (!mail) throw new Error(`nothing came for ${email}`);
      return mail;
    },

    consents: (personId: number) =>
      database
        .select()
        .from(consentEvents)
        .where(eq(consentEvents.personId, personId))
        .orderBy(consentEvents.id),

    clearingsOf: (personId: number) =>
      database.select().from(clearings).where(eq(clearings.personId, personId)),
  };
}
