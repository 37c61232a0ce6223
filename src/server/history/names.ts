import { inArray } from 'drizzle-orm';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import type { Database } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';

export interface Names {
  classTime(classId: number): string;
  person(personId: number): string;
  isDeletedClass(classId: number): boolean;
}

/** Returns, for example, 'Tue, Dec 1, 2026, 4:00 PM PT'. */
export const showTime = (instant: Date) => `${formatCompactDate(instant)}, ${formatTime(instant)}`;

/** Calls `describe` twice: first to learn which names it needs, and then with these names. */
export async function withNames<Result>(
  database: Database,
  describe: (names: Names) => Result,
): Promise<Result> {
  const [personIds, classIds] = [new Set<number>(), new Set<number>()];
  const note = (ids: Set<number>) => (id: number) => {
    ids.add(id);
    return '';
  };
  describe({
    classTime: note(classIds),
    person: note(personIds),
    isDeletedClass: () => false,
  });
  const { id, firstName, lastName } = people;
  const foundPeople = await database
    .select({ id, firstName, lastName })
    .from(people)
    .where(inArray(id, [...personIds]));
  const { startsAt, deletedAt } = classes;
  const foundClasses = await database
    .select({ id: classes.id, startsAt, deletedAt })
    .from(classes)
    .where(inArray(classes.id, [...classIds]));
  const peopleById = new Map(foundPeople.map((one) => [one.id, one]));
  const classesById = new Map(foundClasses.map((one) => [one.id, one]));
  return describe({
    classTime(classId) {
      const found = classesById.get(classId);
      return found ? showTime(found.startsAt) : 'a deleted class';
    },
    person(personId) {
      const found = peopleById.get(personId);
      return found ? fullName(found) : 'a deleted person';
    },
    isDeletedClass: (classId) => Boolean(classesById.get(classId)?.deletedAt),
  });
}
