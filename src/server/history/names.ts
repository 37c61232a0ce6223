import { inArray } from 'drizzle-orm';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import type { Database } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';

export type Names = Awaited<ReturnType<typeof readNames>>;

/** Returns, for example, 'Tue, Dec 1, 2026, 4:00 PM PT'. */
export const showTime = (instant: Date) => `${formatCompactDate(instant)}, ${formatTime(instant)}`;

export async function readNames(
  database: Database,
  { classIds, personIds }: { classIds: number[]; personIds: number[] },
) {
  const { id, firstName, lastName } = people;
  const foundPeople = await database
    .select({ id, firstName, lastName })
    .from(people)
    .where(inArray(id, [...new Set(personIds)]));
  const { startsAt, deletedAt } = classes;
  const foundClasses = await database
    .select({ id: classes.id, startsAt, deletedAt })
    .from(classes)
    .where(inArray(classes.id, [...new Set(classIds)]));
  const peopleById = new Map(foundPeople.map((one) => [one.id, one]));
  const classesById = new Map(foundClasses.map((one) => [one.id, one]));
  return {
    classTime(classId: number) {
      const found = classesById.get(classId);
      return found ? showTime(found.startsAt) : 'a deleted class';
    },
    person(personId: number) {
      const found = peopleById.get(personId);
      return found ? fullName(found) : 'a deleted person';
    },
    isDeletedClass: (classId: number) => Boolean(classesById.get(classId)?.deletedAt),
  };
}
