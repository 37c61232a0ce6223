import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import type { Database } from '../database/connect.ts';
import { findClassNames, findPeopleNames } from '../platform/audit-entries.ts';

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
  const classNames = await findClassNames(database, classIds);
  const peopleNames = await findPeopleNames(database, personIds);
  return {
    classTime: (classId) => classNames.get(classId ?? 0)?.name ?? 'a class that is gone',
    person: (personId) => peopleNames.get(personId) ?? 'somebody who is gone',
  };
}
