import { inArray } from 'drizzle-orm';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import type { Database } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';

/** What the entries of one page call classes and people. */
export interface Names {
  /** 'Tue, Dec 1, 2026, 4:00 PM PT' */
  classTime(id: number | null | undefined): string;
  person(id: number): string;
}

export const showTime = (instant: Date) => `${formatCompactDate(instant)}, ${formatTime(instant)}`;

export async function readNames(
  database: Database,
  { classIds, personIds }: { classIds: number[]; personIds: number[] },
): Promise<Names> {
  const starts = classIds.length
    ? await database
        .select({ id: classes.id, startsAt: classes.startsAt })
        .from(classes)
        .where(inArray(classes.id, classIds))
    : [];
  const { id, firstName, lastName } = people;
  const found = personIds.length
    ? await database.select({ id, firstName, lastName }).from(people).where(inArray(id, personIds))
    : [];
  const times = new Map(starts.map((one) => [one.id, showTime(one.startsAt)]));
  const names = new Map(found.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
  return {
    classTime: (classId) => times.get(classId ?? 0) ?? 'a class that is gone',
    person: (personId) => names.get(personId) ?? 'somebody who is gone',
  };
}
