import { and, asc, getTableColumns, or, sql } from 'drizzle-orm';
import { classColumn } from '../../../contract/words.ts';
import { isPast } from '../../../course/class-state.ts';
import { type ClassType, classTypeFor } from '../../../course/course.ts';
import { pacificWeekOf } from '../../../course/pacific-time.ts';
import { findSlotProblem, type SlotProblem } from '../../../course/slot-choice.ts';
import type { Transaction } from '../../database/connect.ts';
import { classes, type Person, people, registrations } from '../../database/schema.ts';
import { hasPlace, isAnyOf, isStanding, placesLeft } from '../../database/standing.ts';
import { mapInSlices } from '../../platform/csv.ts';
import { selectRegistrations } from '../../schedule/index.ts';
import { type ClassCell, showClassTime } from './class-cells.ts';
import type { FilePerson, FileRow } from './import-file.ts';

export interface PlannedSeat extends ClassCell {
  /** Null for a past class that the import has to add. */
  classId: number | null;
  classType: ClassType;
  isOver: boolean;
}

export interface PlannedRow extends FileRow {
  outcome: 'add' | 'unchanged' | 'problem';
  seats: PlannedSeat[];
}

export async function planImport(
  transaction: Transaction,
  rows: FileRow[],
  { firstClass, now }: { firstClass: number; now: Date },
): Promise<PlannedRow[]> {
  const portal = await readPortal(transaction, rows);
  const seen = new Map<string, number>();
  const toMake = new Map<number, ClassType>();
  const taken = new Map<number, number>();
  return mapInSlices(rows, (row): PlannedRow => {
    const problems = [...row.problems, ...findRepeats(row, seen)];
    const known = portal.byEmail.get(row.email.toLowerCase());
    const seats: PlannedSeat[] = [];
    if (row.person && known) {
      problems.push(...findDifferences(row.person, row.classes, known, portal, now));
    } else if (row.person) {
      if (row.person.phone && portal.phones.has(row.person.phone)) {
        problems.push('phone: This phone number is already in use');
      }
      problems.push(...findGaps(row, firstClass));
      const weeks = new Set<string>();
      for (const cell of row.classes) {
        const seat = { ...cell, ...portal.findClass(cell), isOver: isPast(cell.startsAt, now) };
        const problem = findSeatProblem(seat, row.person, { weeks, toMake, taken, now });
        weeks.add(pacificWeekOf(cell.startsAt));
        if (problem) problems.push(`${classColumn(cell.classNumber)}: ${problem}`);
        else seats.push(seat);
      }
    }
    const outcome = problems.length > 0 ? 'problem' : known ? 'unchanged' : 'add';
    return { ...row, problems, outcome, seats };
  });
}

async function readPortal(transaction: Transaction, rows: FileRow[]) {
  const emails = rows.map(({ email }) => email.toLowerCase());
  const phones = rows.flatMap(({ person }) => person?.phone ?? []);
  const starts = rows.flatMap((row) => row.classes.map(({ startsAt }) => startsAt.toISOString()));
  const found = await transaction
    .select()
    .from(people)
    .where(
      or(
        sql`lower(${people.email}) = any(${sql.param(emails)}::text[])`,
        sql`${people.phone} = any(${sql.param(phones)}::text[])`,
      ),
    );
  const ids = found.map(({ id }) => id);
  const isTheirs = isAnyOf(registrations.studentId, ids);
  const held = await selectRegistrations(transaction, and(isTheirs, hasPlace));
  const offered = await transaction
    .select({ ...getTableColumns(classes), placesLeft })
    .from(classes)
    .where(and(isStanding, sql`${classes.startsAt} = any(${sql.param(starts)}::timestamptz[])`))
    .orderBy(asc(classes.id));
  const classesAt = Map.groupBy(offered, ({ startsAt }) => startsAt.getTime());
  return {
    byEmail: new Map(found.map((person) => [person.email.toLowerCase(), person])),
    phones: new Set(found.map(({ phone }) => phone)),
    heldBy: Map.groupBy(held, (one) => one.studentId),
    /**
     * Finds the class of the right type at that time, or the one with the lowest ID if there are several. `isTaken`
     * means that a class without an instructor already exists at that time, so the import can't add one.
     */
    findClass({ startsAt, classNumber: number }: ClassCell) {
      const there = classesAt.get(startsAt.getTime()) ?? [];
      const classType = classTypeFor(number);
      const fitting = there.find((one) => one.classType === classType);
      const isTaken = there.some(({ instructorId }) => instructorId === null);
      const { id: classId = null, placesLeft = null } = fitting ?? {};
      return { classId, classType, isTaken, isAny: there.length > 0, placesLeft };
    },
  };
}

function findRepeats({ line, email, person }: FileRow, seen: Map<string, number>): string[] {
  const given = { email: email.toLowerCase(), phone: person?.phone };
  return Object.entries(given).flatMap(([column, value]) => {
    if (!value) return [];
    const earlier = seen.get(value);
    if (earlier === undefined) seen.set(value, line);
    return earlier === undefined ? [] : [`${column}: This also appears on line ${earlier}`];
  });
}

function findDifferences(
  given: FilePerson,
  cells: ClassCell[],
  known: Person,
  { heldBy }: Awaited<ReturnType<typeof readPortal>>,
  now: Date,
): string[] {
  if (known.deactivatedAt) return ['email: This email belongs to a deactivated person'];
  if (known.role !== given.role)
    return [`email: This email belongs to someone whose role is ${known.role}`];
  const compared = [
    ['first_name', given.firstName, known.firstName],
    ['last_name', given.lastName, known.lastName],
    ['phone', given.phone ?? known.textPhone, known.textPhone],
    ['start_date', given.startDate, known.startDate],
    ['transfer', given.transferStudent || known.transferStudent, known.transferStudent],
  ] as const;
  const differing = compared
    .filter(([, inFile, here]) => inFile !== here)
    .map(([column, , here]) => `${column}: The portal has ${here || 'nothing'}`);
  const held = heldBy.get(known.id) ?? [];
  for (const cell of cells) {
    const column = classColumn(cell.classNumber);
    const theirs = held.find(({ classNumber }) => classNumber === cell.classNumber);
    if (theirs?.startsAt.getTime() !== cell.startsAt.getTime()) {
      const here = theirs ? showClassTime(theirs.startsAt) : 'no class time';
      differing.push(`${column}: The portal has ${here}`);
    } else if (isPast(cell.startsAt, now) && (theirs.attendance === null) !== cell.isMissed) {
      differing.push(`${column}: The portal says ${cell.isMissed ? 'completed' : 'missed'}`);
    }
  }
  return differing;
}

/** Students always pick a time for the class after their last one, so they could never fill a gap. */
function findGaps({ classes: cells, person }: FileRow, firstClass: number): string[] {
  const numbers = cells.map(({ classNumber }) => classNumber);
  const [lowest = firstClass] = numbers;
  const first = person?.transferStudent ? lowest : firstClass;
  return numbers.flatMap((number, at) => {
    const expected = at === 0 ? first : (numbers[at - 1] ?? 0) + 1;
    return number === expected
      ? []
      : [`${classColumn(expected)}: This is empty, but a later class is filled in`];
  });
}

const sentences: Partial<Record<SlotProblem, string>> = {
  started: 'This class has started. Please wait until it’s over',
  'wrong-type': 'The class at this time has a different type (weekly or monthly)',
  'before-start-date': 'This class has to be after the start date',
  'week-taken': 'There’s another class in the same week',
  full: 'This class is full',
};

interface RowContext {
  weeks: Set<string>;
  toMake: Map<number, ClassType>;
  taken: Map<number, number>;
  now: Date;
}

type Candidate = PlannedSeat & { isTaken: boolean; isAny: boolean; placesLeft: number | null };

function findSeatProblem(seat: Candidate, { startDate }: FilePerson, context: RowContext) {
  const { startsAt, classType, classId, classNumber, isOver, isMissed } = seat;
  const { weeks, toMake, taken, now } = context;
  if (!isOver) {
    if (isMissed) return 'This class isn’t over yet, so it can’t be marked as missed';
    if (classId === null) {
      return seat.isAny
        ? sentences['wrong-type']
        : `There’s no ${classType.toLowerCase()} class on this date at this time`;
    }
    const before = taken.get(classId) ?? 0;
    taken.set(classId, before + 1);
    const placesLeft = seat.placesLeft && seat.placesLeft - before;
    const slot = { id: classId, startsAt, classType, placesLeft };
    const criteria = { classNumber, startDate, takenWeeks: weeks, laterThan: null, now };
    const problem = findSlotProblem(slot, criteria);
    return problem && (sentences[problem] ?? problem);
  }
  if (weeks.has(pacificWeekOf(startsAt))) return sentences['week-taken'];
  if (classId !== null) return null;
  const made = toMake.get(startsAt.getTime()) ?? classType;
  if (seat.isTaken || made !== classType) return sentences['wrong-type'];
  toMake.set(startsAt.getTime(), classType);
  return null;
}
