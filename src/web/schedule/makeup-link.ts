import type { ScheduleEntry } from '../../contract/schedule.ts';
import { canMakeUp, isCompleted, isPast } from '../../course/class-time.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import type { Attendance } from './class-card.tsx';

/** What comes of the link in the message after a missed class: a class to make up for, or why there is none. */
type MakeupLink = { entry: ScheduleEntry } | { reason: string };

export function followMakeupLink(
  classNumber: number,
  entries: ScheduleEntry[],
  { records, requestedAt }: Attendance,
): MakeupLink {
  const entry = entries.find((one) => one.classNumber === classNumber);
  if (!entry) return { reason: `You have no class ${classNumber} at the moment.` };
  const start = new Date(entry.class.startTime);
  const record = records.find(({ classId }) => classId === entry.classId) ?? null;
  if (canMakeUp(start, record, requestedAt)) return { entry };
  if (isCompleted(record)) {
    return { reason: `Class ${classNumber} is completed.` };
  }
  if (isPast(start, requestedAt)) return { reason: `You need no makeup for class ${classNumber}.` };
  return { reason: `Class ${classNumber} is on ${formatSpokenSlot(start)}.` };
}
