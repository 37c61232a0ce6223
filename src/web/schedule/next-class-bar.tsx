import { useEffect, useId, useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { formatShortOwnTime } from '../../course/format-time.ts';
import {
  countAnnouncements,
  describeNextClass,
  findClassInReach,
  isTimeToJoin,
} from '../../course/next-class.ts';
import { Badge } from '../ui/badge.tsx';
import { useBarHeight } from '../ui/sticky-bar.tsx';
import { classNames } from '../ui/styles.ts';
import { TextButton } from '../ui/text-link.tsx';
import type { Attendance } from './class-card.tsx';
import { startOf } from './class-facts.tsx';
import { JoinClass, joinButtonId } from './upcoming-class.tsx';

export function findEntryInReach(
  entries: ScheduleEntry[],
  attendance: Attendance | undefined,
  now: Date,
): ScheduleEntry | undefined {
  const excused = attendance?.records.filter(({ status }) => status === 'Excused') ?? [];
  const own = entries
    .filter(({ cancellation }) => !cancellation)
    .map((entry) => ({
      entry,
      startsAt: startOf(entry),
      isExcused: excused.some(({ classId }) => classId === entry.classId),
    }));
  return findClassInReach(own, now)?.entry;
}

interface NextClassBarProps {
  entry: ScheduleEntry;
  now: Date;
  onTrouble: () => void;
}

/** Shown while the Join Class button on the class's card is scrolled out of view. */
export function NextClassBar({ entry, now, onTrouble }: NextClassBarProps) {
  const textId = useId();
  const startsAt = startOf(entry);
  const isLoud = isTimeToJoin(startsAt, now);
  const ownTime = formatShortOwnTime(startsAt);
  const { title, countdown } = describeNextClass(entry.classNumber, startsAt, now);
  const announcement = useAnnouncement(countAnnouncements(startsAt, now), `${title}, ${countdown}`);
  const isHidden = useIsInView(joinButtonId(entry)) !== false;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="min-h-6 flex-1 print:hidden" />
      <section
        ref={useBarHeight(!isHidden)}
        aria-label="Your next class"
        className={classNames(
          'foot-bar rounded-t-card border border-line border-b-0 bg-card px-5 pt-3 pb-[max(0.25rem,env(safe-area-inset-bottom))] shadow-floating max-sm:border-x-0 max-sm:not-high:static sm:flex sm:items-center sm:gap-4 sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] print:hidden',
          isHidden ? 'invisible focus-within:visible' : 'animate-fade-in',
        )}
      >
        <div className="flex-1">
          <p
            id={textId}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 sm:flex-col sm:items-start"
          >
            <span className="font-semibold">{title}</span>
            <span className="sr-only">, </span>
            <Badge tone={isLoud ? 'info' : 'neutral'}>{countdown}</Badge>
          </p>
          {ownTime && <p className="text-muted text-sm">{ownTime}</p>}
          {!entry.studentZoomJoinUrl && (
            <p className="text-muted text-sm">We’re preparing your link…</p>
          )}
        </div>
        <div className="grid sm:flex sm:flex-row-reverse sm:items-center sm:gap-4">
          <JoinClass
            entry={entry}
            describedBy={textId}
            variant={isLoud ? 'primary' : 'quiet'}
            className="mt-3 sm:mt-0"
          />
          <TextButton className="mx-auto min-h-11 px-2" onClick={onTrouble}>
            Trouble joining?
          </TextButton>
        </div>
      </section>
    </>
  );
}

/** Changes the text only when `moment` changes, so that screen readers don't announce the countdown every minute. */
function useAnnouncement(moment: number, text: string): string {
  const [last, setLast] = useState({ moment, text: '' });
  if (last.moment !== moment) setLast({ moment, text });
  return last.text;
}

/** Null until the browser has measured the element. */
function useIsInView(id: string): boolean | null {
  const [element, setElement] = useState<HTMLElement | null>();
  const [isInView, setInView] = useState<boolean | null>(null);
  // Look for the element after every render, because it may appear later or be replaced.
  useEffect(() => setElement(document.getElementById(id)));
  useEffect(() => {
    if (element === undefined) return;
    if (!element) return setInView(false);
    const observer = new IntersectionObserver(
      ([entry]) => setInView((entry?.intersectionRatio ?? 0) > 0.9),
      { threshold: [0, 0.95] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
