import { Suspense, useCallback, useId, useState } from 'react';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { formatShortOwnTime } from '../../course/format-time.ts';
import {
  countToldMoments,
  describeNextClass,
  findClassInReach,
  isTimeToJoin,
} from '../../course/next-class.ts';
import { Badge } from '../ui/badge.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import type { Attendance } from './class-card.tsx';
import { startOf } from './class-facts.tsx';
import { JoinClass } from './join-class.tsx';

const JoinHelpDialog = loadLazily(() =>
  import('./join-help-dialog.tsx').then((chunk) => chunk.JoinHelpDialog),
);

interface NextClassBarProps {
  entries: ScheduleEntry[];
  attendance: Attendance | undefined;
  now: Date;
}

/** The class that comes next, at the lower edge of the window wherever the page is scrolled to. */
export function NextClassBar({ entries, attendance, now }: NextClassBarProps) {
  const help = useDialog<ScheduleEntry>();
  const excused = attendance?.records.filter(({ status }) => status === 'Excused') ?? [];
  const own = entries
    .filter(({ cancellation }) => !cancellation)
    .map((entry) => ({
      entry,
      startsAt: startOf(entry),
      isExcused: excused.some(({ classId }) => classId === entry.classId),
    }));
  const next = findClassInReach(own, now)?.entry;
  const { subject } = help;
  return (
    <>
      {next && (
        <Bar
          // Another time is another wait: what was told of the old one no longer counts.
          key={`${next.id} ${next.class.startTime}`}
          entry={next}
          now={now}
          onTrouble={() => help.open(next)}
        />
      )}
      {subject && (
        <Suspense>
          <JoinHelpDialog
            entry={entries.find(({ id }) => id === subject.id) ?? subject}
            open={help.isOpen}
            onClose={help.close}
          />
        </Suspense>
      )}
    </>
  );
}

interface BarProps {
  entry: ScheduleEntry;
  now: Date;
  onTrouble: () => void;
}

function Bar({ entry, now, onTrouble }: BarProps) {
  const wordsId = useId();
  const startsAt = startOf(entry);
  const isLoud = isTimeToJoin(startsAt, now);
  const ownTime = formatShortOwnTime(startsAt);
  const { title, countdown } = describeNextClass(entry.classNumber, startsAt, now);
  const told = useToldWords(countToldMoments(startsAt, now), `${title}, ${countdown}`);
  return (
    <>
      <div className="min-h-6 flex-1 print:hidden" />
      <section
        ref={useBarHeight()}
        aria-label="Your next class"
        className="sticky bottom-0 z-10 -mx-5 -mb-10 rounded-t-card border border-line border-b-0 bg-card px-5 pt-3 pb-[max(0.25rem,env(safe-area-inset-bottom))] shadow-floating max-sm:border-x-0 max-sm:[@media(max-height:30rem)]:static sm:flex sm:items-center sm:gap-4 sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] print:hidden"
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
          <p role="status" className="sr-only">
            {told}
          </p>
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

/** Tells the page how much of the window's lower edge is taken, so that nothing else is put or scrolled there. */
function useBarHeight() {
  return useCallback((bar: HTMLElement | null) => {
    if (!bar) return undefined;
    const root = document.documentElement.style;
    const measure = () => {
      const isStuck = getComputedStyle(bar).position === 'sticky';
      root.setProperty('--bar-height', isStuck ? `${bar.offsetHeight}px` : '0px');
    };
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      root.removeProperty('--bar-height');
    };
  }, []);
}
