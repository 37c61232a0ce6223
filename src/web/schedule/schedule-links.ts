import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { isCompleted, isMissed, isPast } from '../../course/class-state.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { CLASS_PARAMETER, MAKEUP_PARAMETER, PAGES } from '../../course/pages.ts';
import type { Attendance } from './class-card.tsx';

export function followMakeupLink(
  classNumber: number,
  entries: ScheduleEntry[],
  { records, requestedAt }: Attendance,
): { entry: ScheduleEntry } | { reason: string } {
  const entry = entries.find((one) => one.classNumber === classNumber);
  if (!entry) return { reason: `Class ${classNumber} isn’t on your schedule right now.` };
  const start = new Date(entry.class.startTime);
  const record = records.find(({ classId }) => classId === entry.classId) ?? null;
  if (isMissed(start, record, requestedAt)) return { entry };
  if (isCompleted(record)) return { reason: `You’ve completed Class ${classNumber}.` };
  if (isPast(start, requestedAt))
    return { reason: `You don’t need to make up Class ${classNumber}.` };
  return { reason: `Class ${classNumber} is on ${formatSlotForReader(start)}.` };
}

export function useMakeupLink(
  entries: ScheduleEntry[] | undefined,
  attendance: Attendance | undefined,
  onOpen: (entry: ScheduleEntry) => void,
) {
  const [, navigate] = useLocation();
  const inAddress = useClassNumber(MAKEUP_PARAMETER);
  const [linked, setLinked] = useState(inAddress);
  const [reason, setReason] = useState<string>();
  if (linked !== null && entries && attendance) {
    setLinked(null);
    const link = followMakeupLink(linked, entries, attendance);
    if ('entry' in link) onOpen(link.entry);
    else setReason(link.reason);
  }
  return {
    reason,
    /** Call this when the dialog closes, so that a reload doesn't open the dialog again. */
    leave() {
      if (inAddress !== null) navigate(PAGES.schedule, { replace: true });
    },
  };
}

/** Scrolls to the class in the URL. Stops looking once all cards are rendered (`isComplete`). */
export function useClassLink(isComplete: boolean): void {
  const [linked, setLinked] = useState(useClassNumber(CLASS_PARAMETER));
  useEffect(() => {
    if (linked === null) return;
    const heading = document.getElementById(`class-${linked}`);
    if (!heading && !isComplete) return;
    setLinked(null);
    heading?.closest('li')?.scrollIntoView({ block: 'center' });
    heading?.focus({ preventScroll: true });
  });
}

function useClassNumber(parameter: string): number | null {
  const linked = new URLSearchParams(useSearch()).get(parameter);
  return linked && /^\d{1,2}$/.test(linked) ? Number(linked) : null;
}
