import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { MAKEUP_PARAMETER, PAGES } from '../../course/pages.ts';
import type { Attendance } from './class-card.tsx';
import { followMakeupLink } from './makeup-link.ts';

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
