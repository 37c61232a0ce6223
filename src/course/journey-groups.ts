/** Each student is in exactly one step and can have any number of flags. Deactivated people have neither. */
import { byStart, isMissed, isUpcoming, type KnownClass } from './class-state.ts';
import { classTypeFor, DAY_MS, LAST_CLASS_NUMBER } from './course.ts';

const steps = {
  'never-chose': 'No classes chosen',
  choosing: 'Still choosing',
  weekly: 'Weekly classes',
  monthly: 'Monthly classes',
  finished: 'Finished',
};
type JourneyStep = keyof typeof steps;
export const JOURNEY_STEPS = Object.keys(steps) as JourneyStep[];

const flags = {
  'choose-again': 'Need a new time',
  missed: 'Class to make up',
  'missed-twice': 'Missed two or more',
  requests: 'Asked for other times',
  'in-line': 'Waiting for a place',
  retreat: 'No retreat booked',
  texts: 'Undecided about texts',
  quiet: 'Not signed in for 30 days',
  'never-signed-in': 'Never signed in',
};
export type JourneyFlag = keyof typeof flags;
export const JOURNEY_FLAGS = Object.keys(flags) as JourneyFlag[];

export type JourneyGroup = JourneyStep | JourneyFlag;
export const JOURNEY_GROUPS: readonly JourneyGroup[] = [...JOURNEY_STEPS, ...JOURNEY_FLAGS];
export const JOURNEY_GROUP_NAMES: Record<JourneyGroup, string> = { ...steps, ...flags };

/** Equal to the lifetime of a student’s session. */
export const QUIET_AFTER_MS = 30 * DAY_MS;

export interface JourneyClass extends KnownClass {
  readonly classNumber: number;
  readonly chosenAt: Date;
  readonly canceledAt: Date | null;
}

export interface JourneyStudent {
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly transferStudent: boolean;
  readonly textContinueClicked: boolean;
  readonly hasRetreat: boolean;
  readonly requestedAt: Date | null;
  /** When the student joined the first of the waiting lists that they are on. */
  readonly inLineSince: Date | null;
  readonly classes: readonly JourneyClass[];
}

export function isFlag(group: JourneyGroup): group is JourneyFlag {
  return JOURNEY_FLAGS.some((flag) => flag === group);
}

const isLast = ({ classNumber }: JourneyClass) => classNumber === LAST_CLASS_NUMBER;
const isWeekly = ({ classNumber }: JourneyClass) => classTypeFor(classNumber) === 'Weekly';
export const needsNewTime = ({ canceledAt, wasHeld, attendance }: JourneyClass) =>
  canceledAt !== null || (wasHeld === false && attendance === null);

export function isMissedClass(one: JourneyClass, now: Date): boolean {
  return !needsNewTime(one) && isMissed(one.startsAt, one.attendance, now);
}

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
    earliest(
      classes.filter(needsNewTime).map(({ canceledAt, startsAt }) => canceledAt ?? startsAt),
    ),
  missed: ({ classes }, now) =>
    earliest(classes.filter((one) => isMissedClass(one, now)).map(({ startsAt }) => startsAt)),
  'missed-twice': (student, now) => sinceRules.missed(student, now),
  requests: ({ requestedAt }) => requestedAt,
  'in-line': ({ inLineSince }) => inLineSince,
  retreat: sinceAllChosen,
  texts: sinceAllChosen,
  quiet: ({ lastSignInAt, createdAt }) => lastSignInAt ?? createdAt,
  'never-signed-in': ({ createdAt }) => createdAt,
};

export function nextClassOf({ classes }: JourneyStudent, now: Date): JourneyClass | null {
  const ahead = classes.filter((one) => !needsNewTime(one) && isUpcoming(one.startsAt, now));
  return ahead.toSorted(byStart)[0] ?? null;
}

function latest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

function earliest(dates: readonly Date[]): Date | null {
  return dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
