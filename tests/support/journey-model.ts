/** The journey board’s groups, written as plain rules. The portal uses SQL, and tests compare the two. */
import { isCompleted, isUpcoming } from '../../src/course/class-state.ts';
import { classTypeFor, hasClassesToChoose, LAST_CLASS_NUMBER } from '../../src/course/course.ts';
import {
  isFlag,
  isMissedClass,
  JOURNEY_FLAGS,
  type JOURNEY_STEPS,
  type JourneyClass,
  type JourneyFlag,
  type JourneyGroup,
  type JourneyStudent,
  needsNewTime,
  QUIET_AFTER_MS,
} from '../../src/course/journey-groups.ts';

type JourneyStep = (typeof JOURNEY_STEPS)[number];

export function stepOf(student: JourneyStudent, firstClass: number, now: Date): JourneyStep {
  const { classes } = student;
  if (classes.length === 0) return 'never-chose';
  if (!hasChosenAll(student, firstClass)) return 'choosing';
  if (hasFinished(student)) return 'finished';
  return classes.some((one) => classTypeFor(one.classNumber) === 'Weekly' && isToCome(one, now))
    ? 'weekly'
    : 'monthly';
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

type FlagRule = (student: JourneyStudent, firstClass: number, now: Date) => boolean;

const flagRules: Record<JourneyFlag, FlagRule> = {
  'choose-again': ({ classes }) => classes.some(needsNewTime),
  missed: ({ classes }, _, now) => classes.some((one) => isMissedClass(one, now)),
  'missed-twice': ({ classes }, _, now) =>
    classes.filter((one) => isMissedClass(one, now)).length >= 2,
  requests: ({ requestedAt }) => requestedAt !== null,
  'in-line': ({ inLineSince }) => inLineSince !== null,
  /** Once students have picked all their classes, they need a retreat. Transfer students don’t. */
  retreat: (student, firstClass) =>
    hasChosenAll(student, firstClass) && !student.transferStudent && !student.hasRetreat,
  texts: (student, firstClass) => hasChosenAll(student, firstClass) && !student.textContinueClicked,
  /** Students who have finished don’t need to sign in, and new accounts have 30 days to do so. */
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
  return classes.some(
    (one) => one.classNumber === LAST_CLASS_NUMBER && isCompleted(one.attendance),
  );
}

function isToCome(one: JourneyClass, now: Date): boolean {
  return needsNewTime(one) || (one.attendance === null && isUpcoming(one.startsAt, now));
}
