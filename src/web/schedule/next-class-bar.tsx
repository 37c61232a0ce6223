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
import { JoinClass, joinButtonId } from './join-class.tsx';

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

/** The class that comes next, at the lower edge of the window while the Join in its card is out of sight. */
export function NextClassBar({ entry, now, onTrouble }: NextClassBarProps) {
  const wordsId = useId();
  const startsAt = startOf(entry);
  const isLoud = isTimeToJoin(startsAt, now);
  const ownTime = formatShortOwnTime(startsAt);
  const { title, countdown } = describeNextClass(entry.classNumber, startsAt, now);
  const told = useToldWords(countAnnouncements(startsAt, now), `${title}, ${countdown}`);
  const isCardInSight = useIsInSight(joinButtonId(entry));
  return (
    <>
      <p role="status" className="sr-only">
        {told}
      </p>
      <div className="min-h-6 flex-1 print:hidden" />
      <section
        ref={useBarHeight(!isCardInSight)}
        aria-label="Your next class"
        className={classNames(
          'foot-bar rounded-t-card border border-line border-b-0 bg-card px-5 pt-3 pb-[max(0.25rem,env(safe-area-inset-bottom))] shadow-floating max-sm:border-x-0 max-sm:[@media(max-height:30rem)]:static sm:flex sm:items-center sm:gap-4 sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] print:hidden',
          isCardInSight ? 'invisible focus-within:visible' : 'animate-fade-in',
        )}
      >
        <div className="flex-1">
          <p
            id={wordsId}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 sm:flex-col sm:items-start"
          >
            <span className="font-semibold">{title}</span>
            <span className="sr-only">, </span>
            <Badge tone={isLoud ? 'info' : 'neutral'}>{countdown}</Badge>
          </p>
          {ownTime && <p className="text-muted text-sm">{ownTime}</p>}
          {!entry.studentZoomJoinUrl && (
            <p className="text-muted text-sm">Your link is being prepared…</p>
          )}
        </div>
        <div className="grid sm:flex sm:flex-row-reverse sm:items-center sm:gap-4">
          <JoinClass
            entry={entry}
            describedBy={wordsId}
            variant={isLoud ? 'primary' : 'outline'}
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

/** What is read out to whoever listens: the words of the moment that has just come, not of every minute. */
function useToldWords(moment: number, words: string): string {
  const [told, setTold] = useState({ moment, words: '' });
  if (told.moment !== moment) setTold({ moment, words });
  return told.words;
}

/** Whether the whole element is in the window. */
function useIsInSight(id: string): boolean {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isInSight, setInSight] = useState(false);
  // It may come later than the bar, and another may take its place.
  useEffect(() => setElement(document.getElementById(id)));
  useEffect(() => {
    if (!element) return setInSight(false);
    const observer = new IntersectionObserver(
      ([entry]) => setInSight((entry?.intersectionRatio ?? 0) > 0.9),
      { threshold: [0, 0.95] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isInSight;
}
