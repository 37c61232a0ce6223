import { addWeeks, type CalendarDate, weeksBetween } from './calendar-date.ts';
import { byStart, hasStarted, isCompleted, isUpcoming } from './class-state.ts';
import { LAST_CLASS_NUMBER, nextClassNumber, STAFF_CHOICE_BACK_MS } from './course.ts';
import { pacificWeekOf } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  type CourseProgress,
  criteriaForNumber,
  criteriaToMove,
  findSlotProblems,
  type HeldRegistration,
  type MoveKind,
  type SlotProblem,
} from './slot-choice.ts';

export const STAFF_PROBLEMS = {
  'no-such-number': 'Students don’t pick a time for this class number.',
  'number-ahead': 'An earlier class has no time yet. Please choose a time for that one first.',
  'number-taken': 'This class already has a time. Please reload the page.',
  'not-registered': 'They’re no longer registered for this class. Please reload the page.',
  suspended: 'We’ve already asked them to pick a new time for this class.',
  begun:
    'This class has already started, so you can’t cancel it. They can make it up, or you can excuse them.',
  attended: 'They attended this class, so you can’t move it.',
  'long-over': 'This class was more than a week ago. Please choose a later one.',
  'all-chosen': 'They already have a time for every class.',
  'same-slot': 'This is already their class time.',
  'week-taken': 'They already have a class that week. Students can only take one class a week.',
  full: 'This class is full.',
  gone: 'This class is no longer offered. Please choose another time.',
  over: 'This class is over.',
  'not-next': 'This isn’t their next class.',
  'not-missed': 'They didn’t miss this class, so there’s nothing to make up.',
  started: 'This class has already started.',
  'wrong-type': 'The class type (weekly or monthly) doesn’t match the class number.',
  'before-start-date': 'This time isn’t after their course start date.',
  'out-of-order': 'This time isn’t after their previous class.',
} as const satisfies Record<SlotProblem, string> & Record<string, string>;
export type StaffProblem = keyof typeof STAFF_PROBLEMS;

/** The rules that staff can override. The database enforces the others, or overriding them would make no sense. */
const overrulable: ReadonlySet<StaffProblem> = new Set<StaffProblem>([
  'not-next',
  'not-missed',
  'started',
  'wrong-type',
  'before-start-date',
  'out-of-order',
  'full',
]);

export type StaffVerdict = 'offered' | 'with-reason' | 'refused';

export function judge(problems: readonly StaffProblem[]): StaffVerdict {
  if (problems.length === 0) return 'offered';
  return problems.every((problem) => overrulable.has(problem)) ? 'with-reason' : 'refused';
}

/** Prefers a problem that staff can’t override. If staff gave a reason, ignores all other problems. */
export function findStaffRefusal(
  problems: readonly StaffProblem[],
  hasReason: boolean,
): { problem: StaffProblem; needsReason: boolean } | null {
  const final = problems.find((problem) => !overrulable.has(problem));
  if (final) return { problem: final, needsReason: false };
  const [first] = problems;
  return first && !hasReason ? { problem: first, needsReason: true } : null;
}

export interface StudentProgress<Held extends HeldRegistration> extends CourseProgress {
  readonly registrations: readonly Held[];
}

type StaffChoice<Held extends HeldRegistration> = ReturnType<typeof openStaffChoice<Held>>;

export function openStaffChoice<Held extends HeldRegistration>(
  progress: StudentProgress<Held>,
  classNumber: number,
  { firstClass, now }: { readonly firstClass: number; readonly now: Date },
) {
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

/** Staff can fill a gap but not create one, because the student could never pick the classes in the gap. */
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

/** Moving a canceled class also counts as rescheduling. */
export function kindOfMove(held: ActiveRegistration, now: Date): MoveKind {
  return held.isSuspended || isUpcoming(held.startsAt, now) ? 'reschedule' : 'makeup';
}

export function findStaffProblems<Held extends HeldRegistration>(
  slot: ClassSlot,
  { held, problems, criteria }: StaffChoice<Held>,
): StaffProblem[] {
  const isCurrent = held !== null && !held.isSuspended && slot.id === held.classId;
  const isLongOver = slot.startsAt < earliestStart(criteria.now);
  return [
    ...problems,
    ...(isCurrent ? (['same-slot'] as const) : []),
    ...(isLongOver ? (['long-over'] as const) : []),
    ...findSlotProblems(slot, criteria),
  ];
}

export function earliestStart(now: Date): Date {
  return new Date(now.getTime() - STAFF_CHOICE_BACK_MS);
}

export function findCancelProblem(held: ActiveRegistration, now: Date): StaffProblem | null {
  if (held.isSuspended) return 'suspended';
  return hasStarted(held.startsAt, now) ? 'begun' : null;
}

export interface StaffWeek<Slot> {
  readonly slots: { slot: Slot; problems: StaffProblem[]; verdict: StaffVerdict }[];
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  /** The next week with a time that the student could pick. If there is none, the closest earlier week with one. */
  readonly nextFreeWeek: number | null;
  /** Like `nextFreeWeek`, but the search starts at the week of the class to move, or at this week if there is none. */
  readonly firstFutureWeek: number | null;
}

export function listStaffWeek<Slot extends ClassSlot, Held extends HeldRegistration>(
  slots: readonly Slot[],
  choice: StaffChoice<Held>,
  weekOffset: number,
): StaffWeek<Slot> {
  const { held, criteria } = choice;
  const thisWeek = pacificWeekOf(criteria.now);
  const week = addWeeks(thisWeek, weekOffset);
  const ownWeek = held ? pacificWeekOf(held.startsAt) : thisWeek;
  const judged = slots.toSorted(byStart).map((slot) => {
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
