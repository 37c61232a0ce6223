import { type Attendance, isPast } from './class-state.ts';
import { DAY_MS, MISSED_MESSAGE_AFTER_MS } from './course.ts';

const REPORT_WAITED_FOR_MS = DAY_MS;

interface OwnClass {
  readonly classNumber: number;
  readonly startsAt: Date;
  readonly wasInRoom: boolean;
  readonly wasHeld: boolean | null;
}

/** Only for a class without an attendance record. False while the record may still arrive. */
export function wasMissed({ startsAt, wasInRoom, wasHeld }: OwnClass, now: Date): boolean {
  const isSure = now.getTime() - startsAt.getTime() >= MISSED_MESSAGE_AFTER_MS;
  return isSure && wasHeld === true && !wasInRoom;
}

export function describePastClass(course: OwnClass, attendance: Attendance | null, now: Date) {
  if (!isPast(course.startsAt, now)) return null;
  const sinceStart = now.getTime() - course.startsAt.getTime();
  const isReportNear = sinceStart <= REPORT_WAITED_FOR_MS;
  if (attendance === null) {
    return describeAbsence(course, wasMissed(course, now), isReportNear);
  }
  if (attendance.status === 'Excused') {
    return `You were excused from Class ${course.classNumber}, so there’s nothing to make up.`;
  }
  if (attendance.status !== 'Joined') return null;
  return `Thank you for coming.${isReportNear ? ' Your attendance will show up here soon.' : ''}`;
}

function describeAbsence(course: OwnClass, isMissed: boolean, isReportNear: boolean) {
  const { classNumber, wasInRoom, wasHeld } = course;
  if (wasHeld === false) {
    return 'We’re sorry this class didn’t happen. You won’t lose a class. Please pick a new time.';
  }
  if (wasInRoom) {
    return `You were only in Class ${classNumber} for a short time. To complete it, please take it again.`;
  }
  if (isMissed) return `We missed you in Class ${classNumber}. You can make it up at another time.`;
  return isReportNear
    ? `We have no record of you in Class ${classNumber} yet. If you were there, please check back later.`
    : `We have no record of you in Class ${classNumber}. If you missed it, you can make it up.`;
}
