import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { canMakeUp, isCompleted, isPast } from '../../course/class-time.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { MAKEUP_PARAMETER, PAGES } from '../../course/pages.ts';
import type { Attendance } from './class-card.tsx';
import { startOf } from './class-facts.tsx';

/** What came of the link in the message after a missed class: a class to make up for, or why there is none. */
export type MakeupLink = { entry: ScheduleEntry } | { reason: string };

/** Follows the link once, when the schedule is there. */
export function useMakeupLink(
  entries: ScheduleEntry[] | undefined,
  attendance: Attendance | undefined,
  onOpen: (entry: ScheduleEntry) => void,
) {
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState(readAddress);
  const [reason, setReason] = useState<string>();
  if (asked !== null && entries && attendance) {
    setAsked(null);
    const link = followMakeupLink(asked, entries, attendance);
    if ('entry' in link) onOpen(link.entry);
    else setReason(link.reason);
  }
  return {
    /** Why there is nothing to make up. */
    reason,
    /** To be called when the dialog closes, so that a page that is loaded again does not open it again. */
    leave() {
      if (readAddress() !== null) navigate(PAGES.schedule, { replace: true });
    },
  };
}

function readAddress(): number | null {
  const asked = new URLSearchParams(window.location.search).get(MAKEUP_PARAMETER);
  return asked && /^\d{1,2}$/.test(asked) ? Number(asked) : null;
}

export function followMakeupLink(
  classNumber: number,
  entries: ScheduleEntry[],
  { records, requestedAt }: Attendance,
): MakeupLink {
  const entry = entries.find((one) => one.classNumber === classNumber);
  if (!entry) return { reason: `You have no class ${classNumber} at the moment.` };
  const start = startOf(entry);
  const record = records.find(({ classId }) => classId === entry.classId) ?? null;
  if (canMakeUp(start, record, requestedAt)) return { entry };
  if (isCompleted(record)) {
    return { reason: `Class ${classNumber} is completed.` };
  }
  if (isPast(start, requestedAt)) return { reason: `You need no makeup for class ${classNumber}.` };
  return { reason: `Class ${classNumber} is on ${formatSpokenSlot(start)}.` };
}
