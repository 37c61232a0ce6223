import { type Attendance, isPast } from './class-time.ts';

/** How long a report of who came is waited for by the hour. */
const REPORT_WAITED_FOR_MS = 24 * 60 * 60 * 1000;

interface OwnClass {
  readonly classNumber: number;
  readonly startsAt: Date;
  /** Seen in its room, however short. */
  readonly wasInRoom: boolean;
}

/** What is said to a student of a past class; null where its badge says it, and before its end. */
export function describePastClass(
  { classNumber, startsAt, wasInRoom }: OwnClass,
  attendance: Attendance | null,
  now: Date,
): string | null {
  if (!isPast(startsAt, now)) return null;
  if (attendance === null) {
    return wasInRoom
      ? `You were in class ${classNumber} for a short time. To complete it, please come once more.`
      : `We did not see you in class ${classNumber}.`;
  }
  if (attendance.status === 'Excused') {
    return `You were excused from class ${classNumber}. There is nothing to make up.`;
  }
  if (attendance.status !== 'Joined') return null;
  // Nobody knows yet whether they stayed.
  const isReportNear = now.getTime() - startsAt.getTime() <= REPORT_WAITED_FOR_MS;
  return `Thank you for coming.${isReportNear ? ' Your attendance appears here shortly.' : ''}`;
}
