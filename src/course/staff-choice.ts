/** What staff may choose for a student: by the student's own rules, or over some of these with a reason. */
import { addWeeks, type CalendarDate, weeksBetween } from './calendar-date.ts';
import { type Attendance, hasStarted, isCompleted, isUpcoming } from './class-time.ts';
import { LAST_CLASS_NUMBER, nextClassNumber, STAFF_CHOICE_BACK_MS } from './course.ts';
import { pacificWeekOf } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  type CourseProgress,
  criteriaForNumber,
  criteriaToMove,
  findSlotProblems,
  type SlotCriteria,
  type SlotProblem,
} from './slot-choice.ts';

/** Told to staff, about a student. */
export const STAFF_PROBLEMS = {
  'no-such-number': 'Students choose no time for a class of this number.',
  'number-ahead': 'An earlier class has no time yet. Please register that one first.',
  'number-taken': 'This class has a time by now. Please look at the page again.',
  'not-registered': 'They no longer have this class. Please look at the page again.',
  waiting: 'They are to choose this class again already.',
  begun: 'This class has begun. It can be made up or excused, and no longer cancelled.',
  attended: 'They have attended this class, so it stays where it is.',
  'long-over': 'This class was more than a week ago.',
  'all-chosen': 'They have a time for every class.',
  'same-slot': 'This is their class time already.',
  'week-taken': 'They have another class in this week, and there can be only one.',
  gone: 'This class is no longer offered. Please choose another time.',
  over: 'This class is over.',
  'not-next': 'It is not the next class that they would choose.',
  'not-missed': 'They did not miss this class, so there is nothing to make up for.',
  started: 'This class has already begun.',
  'wrong-type': 'It is a weekly class for a monthly number, or the other way round.',
  'before-start-date': 'It is not after the day on which their course starts.',
  'out-of-order': 'It is not after the class before.',
} as const satisfies Record<SlotProblem, string> & Record<string, string>;
export type StaffProblem = keyof typeof STAFF_PROBLEMS;

/**
 * The rules that exist for the sake of the course, from which a teacher may depart. The others are no opinions: the
 * database has one class a week and number, and a class that is gone or long over is nowhere to go.
 */
const overrulable: ReadonlySet<StaffProblem> = new Set<StaffProblem>([
  'not-next',
  'not-missed',
  'started',
  'wrong-type',
  'before-start-date',
  'out-of-order',
]);

export type StaffVerdict = 'offered' | 'with-reason' | 'refused';

export function judge(problems: readonly StaffProblem[]): StaffVerdict {
  if (problems.length === 0) return 'offered';
  return problems.every((problem) => overrulable.has(problem)) ? 'with-reason' : 'refused';
}

/** The problem that staff are told, if they may not go on: one that no reason helps against comes first. */
export function findStaffRefusal(
  problems: readonly StaffProblem[],
  hasReason: boolean,
): { problem: StaffProblem; needsReason: boolean } | null {
  const final = problems.find((problem) => !overrulable.has(problem));
  if (final) return { problem: final, needsReason: false };
  const [first] = problems;
  return first && !hasReason ? { problem: first, needsReason: true } : null;
}

interface HeldRegistration extends ActiveRegistration {
  readonly attendance: Attendance | null;
}

export interface StudentProgress<Held extends HeldRegistration> extends CourseProgress {
  readonly registrations: readonly Held[];
}

/** A class number of a student for which staff look for a time. */
export interface StaffChoice<Held extends HeldRegistration> {
  readonly classNumber: number;
  /** The registration that would move; null where there is none yet. */
  readonly held: Held | null;
  /** What is the matter whichever time is chosen. */
  readonly problems: StaffProblem[];
  readonly criteria: SlotCriteria;
}

export function openStaffChoice<Held extends HeldRegistration>(
  progress: StudentProgress<Held>,
  classNumber: number,
  { firstClass, now }: { readonly firstClass: number; readonly now: Date },
): StaffChoice<Held> {
  const held = progress.registrations.find((one) => one.classNumber === classNumber) ?? null;
  return {
    classNumber,
    held,
    problems: held
      ? problemsToMove(held, now)
      : problemsOfNumber(progress, classNumber, firstClass),
    criteria: held
      ? criteriaToMove(progress, held, now)
      : criteriaForNumber(progress, classNumber, now),
  };
}

/** A gap can be filled; leaving one would keep the student from ever choosing those classes. */
function problemsOfNumber(
  { registrations }: CourseProgress,
  classNumber: number,
  firstClass: number,
): StaffProblem[] {
  const numbers = registrations.map((one) => one.classNumber);
  const next = nextClassNumber(numbers, firstClass);
  if (classNumber < firstClass || classNumber > LAST_CLASS_NUMBER) return ['no-such-number'];
  if (classNumber > next) return ['number-ahead'];
  return classNumber < next ? ['not-next'] : [];
}

function problemsToMove(held: HeldRegistration, now: Date): StaffProblem[] {
  if (kindOfMove(held, now) === 'reschedule' || held.attendance === null) return [];
  return isCompleted(held.attendance) ? ['attended'] : ['not-missed'];
}

/** A class is rescheduled until it is past, and made up from then on; one that waits is chosen again. */
export function kindOfMove(held: ActiveRegistration, now: Date): 'reschedule' | 'makeup' {
  return held.isWaiting || isUpcoming(held.startsAt, now) ? 'reschedule' : 'makeup';
}

export function findStaffProblems<Held extends HeldRegistration>(
  slot: ClassSlot,
  { held, problems, criteria }: StaffChoice<Held>,
): StaffProblem[] {
  const isCurrent = held !== null && !held.isWaiting && slot.id === held.classId;
  const isLongOver = slot.startsAt < earliestStart(criteria.now);
  return [
    ...problems,
    ...(isCurrent ? (['same-slot'] as const) : []),
    ...(isLongOver ? (['long-over'] as const) : []),
    ...findSlotProblems(slot, criteria),
  ];
}

/** The oldest class that somebody can still be put into. */
export function earliestStart(now: Date): Date {
  return new Date(now.getTime() - STAFF_CHOICE_BACK_MS);
}

/** Only a place in a class to come can be given up. */
export function findCancelProblem(held: ActiveRegistration, now: Date): StaffProblem | null {
  if (held.isWaiting) return 'waiting';
  return hasStarted(held.startsAt, now) ? 'begun' : null;
}

export interface StaffWeek<Slot> {
  readonly slots: { slot: Slot; problems: StaffProblem[]; verdict: StaffVerdict }[];
  readonly canGoBack: boolean;
  /** Whether a later week has a class. */
  readonly canGoOn: boolean;
  /** The nearest other week with a time that the student could choose: the next, else the last before. */
  readonly nextFreeWeek: number | null;
  /** The first week, from that of the class itself on, with a time that the student could choose. */
  readonly firstFutureWeek: number | null;
}

/** All classes of one week, counted from this one, each with what speaks against it. */
export function listStaffWeek<Slot extends ClassSlot, Held extends HeldRegistration>(
  slots: readonly Slot[],
  choice: StaffChoice<Held>,
  weekOffset: number,
): StaffWeek<Slot> {
  const { held, criteria } = choice;
  const thisWeek = pacificWeekOf(criteria.now);
  const week = addWeeks(thisWeek, weekOffset);
  const ownWeek = held ? pacificWeekOf(held.startsAt) : thisWeek;
  const judged = slots
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map((slot) => {
      const problems = findStaffProblems(slot, choice);
      return { slot, problems, verdict: judge(problems) };
    });
  const offered = judged.filter(({ verdict }) => verdict === 'offered').map(weekOfJudged);
  const first = offered.find((one) => one >= ownWeek) ?? offered.at(-1);
  const nextFree = offered.find((one) => one > week) ?? offered.findLast((one) => one < week);
  return {
    slots: judged.filter((one) => weekOfJudged(one) === week),
    canGoBack: week > pacificWeekOf(earliestStart(criteria.now)),
    canGoOn: judged.some((one) => weekOfJudged(one) > week),
    nextFreeWeek: nextFree ? weeksBetween(thisWeek, nextFree) : null,
    firstFutureWeek: first ? weeksBetween(thisWeek, first) : null,
  };
}

function weekOfJudged({ slot }: { slot: ClassSlot }): CalendarDate {
  return pacificWeekOf(slot.startsAt);
}
