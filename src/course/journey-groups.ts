/**
 * Where students are in the course, for those who run it. A student is in exactly one of the steps, and may have any
 * number of flags beside it, which ask for somebody's attention. Deactivated people are in none of them.
 */
import { type Attendance, isCompleted, isMissed, isUpcoming } from './class-time.ts';
import { classTypeFor, hasClassesToChoose, LAST_CLASS_NUMBER } from './course.ts';

export const JOURNEY_STEPS = ['never-chose', 'choosing', 'weekly', 'monthly', 'finished'] as const;
export type JourneyStep = (typeof JOURNEY_STEPS)[number];

export const JOURNEY_FLAGS = [
  'choose-again',
  'missed',
  'retreat',
  'texts',
  'quiet',
  'never-signed-in',
] as const;
export type JourneyFlag = (typeof JOURNEY_FLAGS)[number];

export const JOURNEY_GROUPS = [...JOURNEY_STEPS, ...JOURNEY_FLAGS] as const;
export type JourneyGroup = JourneyStep | JourneyFlag;

/** What each is called, on the board and in the audit log. */
export const JOURNEY_GROUP_NAMES: Record<JourneyGroup, string> = {
  'never-chose': 'Never chose',
  choosing: 'Half way choosing',
  weekly: 'Weekly classes',
  monthly: 'Monthly classes',
  finished: 'Finished',
  'choose-again': 'To choose again',
  missed: 'Missed, not made up',
  retreat: 'Retreat to do',
  texts: 'Texts not answered',
  quiet: 'No sign-in for 30 days',
  'never-signed-in': 'Never signed in',
};

/** After so long without a sign-in somebody is quiet. A student's session lasts as long, so they have none any more. */
export const QUIET_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** One active registration. */
export interface JourneyClass {
  readonly classNumber: number;
  readonly startsAt: Date;
  readonly chosenAt: Date;
  readonly attendance: Attendance | null;
  /** False where nobody started the class. */
  readonly wasHeld: boolean | null;
  /** When its class was cancelled, where that is to be chosen again. */
  readonly cancelledAt: Date | null;
}

export interface JourneyStudent {
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly transferStudent: boolean;
  readonly textContinueClicked: boolean;
  /** Registered for a retreat, which was not cancelled. */
  readonly hasRetreat: boolean;
  readonly classes: readonly JourneyClass[];
}

export function stepOf(student: JourneyStudent, firstClass: number, now: Date): JourneyStep {
  const { classes } = student;
  if (classes.length === 0) return 'never-chose';
  if (!hasChosenAll(student, firstClass)) return 'choosing';
  if (hasFinished(student)) return 'finished';
  return classes.some((one) => isWeekly(one) && isToCome(one, now)) ? 'weekly' : 'monthly';
}

export function flagsOf(student: JourneyStudent, firstClass: number, now: Date): JourneyFlag[] {
  return JOURNEY_FLAGS.filter((flag) => flagRules[flag](student, firstClass, now));
}

export function isInGroup(
  group: JourneyGroup,
  student: JourneyStudent,
  firstClass: number,
  now: Date,
): boolean {
  return isFlag(group)
    ? flagRules[group](student, firstClass, now)
    : stepOf(student, firstClass, now) === group;
}

export function isFlag(group: JourneyGroup): group is JourneyFlag {
  return JOURNEY_FLAGS.some((flag) => flag === group);
}

type FlagRule = (student: JourneyStudent, firstClass: number, now: Date) => boolean;

const flagRules: Record<JourneyFlag, FlagRule> = {
  'choose-again': ({ classes }) => classes.some(isWaiting),
  missed: ({ classes }, _, now) => classes.some((one) => isMissedClass(one, now)),
  /** Asked for once all classes are chosen, and never of transfer students. */
  retreat: (student, firstClass) =>
    hasChosenAll(student, firstClass) && !student.transferStudent && !student.hasRetreat,
  texts: (student, firstClass) => hasChosenAll(student, firstClass) && !student.textContinueClicked,
  /** Whoever has finished need not sign in, and a new account is given as long as others. */
  quiet: (student, _, now) => {
    const lastSeen = student.lastSignInAt ?? student.createdAt;
    return !hasFinished(student) && now.getTime() - lastSeen.getTime() > QUIET_AFTER_MS;
  },
  'never-signed-in': ({ lastSignInAt }) => lastSignInAt === null,
};

function hasChosenAll({ classes }: JourneyStudent, firstClass: number): boolean {
  const numbers = classes.map(({ classNumber }) => classNumber);
  return numbers.length > 0 && !hasClassesToChoose(numbers, firstClass);
}

function hasFinished({ classes }: JourneyStudent): boolean {
  return classes.some((one) => isLast(one) && isCompleted(one.attendance));
}

const isLast = ({ classNumber }: JourneyClass) => classNumber === LAST_CLASS_NUMBER;
const isWeekly = ({ classNumber }: JourneyClass) => classTypeFor(classNumber) === 'Weekly';
/** Of a class that was canceled, or that nobody started, the student needs a new time. */
const isWaiting = ({ cancelledAt, wasHeld, attendance }: JourneyClass) =>
  cancelledAt !== null || (wasHeld === false && attendance === null);

function isToCome(one: JourneyClass, now: Date): boolean {
  return isWaiting(one) || (one.attendance === null && isUpcoming(one.startsAt, now));
}

function isMissedClass(one: JourneyClass, now: Date): boolean {
  return !isWaiting(one) && isMissed(one.startsAt, one.attendance, now);
}

/** Since when a student is in a group, as far as that is known. */
export function sinceWhen(group: JourneyGroup, student: JourneyStudent, now: Date): Date | null {
  return sinceRules[group](student, now);
}

type SinceRule = (student: JourneyStudent, now: Date) => Date | null;

const sinceAllChosen: SinceRule = ({ classes }) => classes.find(isLast)?.chosenAt ?? null;

const sinceRules: Record<JourneyGroup, SinceRule> = {
  'never-chose': ({ createdAt }) => createdAt,
  choosing: ({ classes }) => latest(classes.map(({ chosenAt }) => chosenAt)),
  weekly: sinceAllChosen,
  monthly: (student, now) =>
    latest(student.classes.filter(isWeekly).map(({ startsAt }) => startsAt)) ??
    sinceAllChosen(student, now),
  finished: ({ classes }) => classes.find(isLast)?.startsAt ?? null,
  'choose-again': ({ classes }) =>
    earliest(classes.filter(isWaiting).map(({ cancelledAt, startsAt }) => cancelledAt ?? startsAt)),
  missed: ({ classes }, now) =>
    earliest(classes.filter((one) => isMissedClass(one, now)).map(({ startsAt }) => startsAt)),
  retreat: sinceAllChosen,
  texts: sinceAllChosen,
  quiet: ({ lastSignInAt, createdAt }) => lastSignInAt ?? createdAt,
  'never-signed-in': ({ createdAt }) => createdAt,
};

/** The next class that a student has a place in and that is not over. */
export function nextClassOf({ classes }: JourneyStudent, now: Date): JourneyClass | null {
  const ahead = classes.filter((one) => !isWaiting(one) && isUpcoming(one.startsAt, now));
  return ahead.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0] ?? null;
}

function latest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
