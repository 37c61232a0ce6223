import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { countAttendanceChecks, isUpcoming } from '../../course/class-state.ts';
import { canShowSchedule, hasClassesToChoose } from '../../course/course.ts';
import { countScheduleChecks, isNear, isTimeToJoin } from '../../course/next-class.ts';
import { useNow, useOnChange } from '../server-clock.ts';
import { site } from '../site.ts';
import { lazily } from '../ui/load-lazily.ts';
import { LoadFailed, Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type Attendance, CanceledClass, ClassCard } from './class-card.tsx';
import { shownClasses, startOf } from './class-facts.tsx';
import { ChoiceUnfinished, RestToChoose, ScheduleIncomplete } from './incomplete-schedule.tsx';
import type { MoveKind } from './move-kind.ts';
import { findEntryInReach, NextClassBar } from './next-class-bar.tsx';
import { useScheduleWithLinks } from './queries.ts';
import { ClassSkeletons, ScheduleLayout, ScheduleSkeleton } from './schedule-layout.tsx';
import { useClassLink, useMakeupLink } from './schedule-links.ts';
import { useUndoMove } from './undo-move.tsx';
import { useOfferedPlace, WaitingLists } from './waiting-lists.tsx';

const { JoinHelpDialog } = lazily(() => import('./join-help-dialog.tsx'));
const { MoveDialog } = lazily(() => import('./move-dialog.tsx'));

interface ScheduleScreenProps {
  attendance: UseQueryResult<Attendance>;
  retreatCard: (isMain: boolean) => ReactNode;
  retreatSkeleton: ReactNode;
  calendar: ReactNode;
  /** True right after the student has chosen all classes. */
  hasJustFinished: boolean;
  /** While true, the schedule shows a skeleton, because the classes would shift when the retreat card appears. */
  isRetreatLoading: boolean;
}

export function ScheduleScreen(props: ScheduleScreenProps) {
  const { attendance, retreatCard, retreatSkeleton, isRetreatLoading, ...parts } = props;
  usePageTitle('Your Course Schedule');
  const schedule = useScheduleWithLinks();
  const { data: entries = [], isStale, refetch } = schedule;
  const { data: records } = attendance;
  const now = useNow();
  const helping = useDialog<ScheduleEntry>();
  const inReach = findEntryInReach(entries, records, now);
  const starts = entries.filter(({ cancellation }) => !cancellation).map(startOf);
  useOnChange(countAttendanceChecks(starts, now), () => {
    attendance.refetch();
    refetch();
  });
  useOnChange(countScheduleChecks(starts, now), refetch);
  const [address, setAddress] = useSearchParams();
  const askedId = Number(address.get('choose'));
  const asked = entries.find(({ id, cancellation }) => id === askedId && cancellation);
  const moving = useDialog<{ id: number; kind: MoveKind }>(
    asked && { id: asked.id, kind: 'choose-again' },
  );
  const undo = useUndoMove();
  const openMove = (id: number, kind: MoveKind) => {
    moving.open({ id, kind });
    // Refetch stale data, because the class may have been moved while the page was open.
    if (isStale) refetch();
  };

  const link = useMakeupLink(schedule.data, records, ({ id }) =>
    moving.open({ id, kind: 'makeup' }),
  );
  useClassLink(!isRetreatLoading && Boolean(records || !attendance.isFetching));
  const dialog = moving.render(({ open }, { id: movedId, kind }) => {
    const entry = entries.find(({ id }) => id === movedId);
    const close = () => {
      moving.close();
      link.leave();
      if (askedId) setAddress({}, { replace: true });
    };
    return (
      entry && <MoveDialog {...{ kind, entry, open }} onMoved={undo.onMoved} onClose={close} />
    );
  });

  const numbers = entries.map(({ classNumber }) => classNumber);
  const isUnfinished = hasClassesToChoose(numbers, site.firstClass);
  const shown = shownClasses(entries);
  const [next] = shown
    .filter((entry) => !entry.cancellation && isUpcoming(startOf(entry), now))
    .toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());
  const canceled = shown.find(({ cancellation }) => cancellation);
  const task = useOfferedPlace() ?? (isUnfinished ? 'choice' : canceled);
  // Only this card has a primary button: the next class's, unless the student has something to do before it can be joined.
  const main = (next && isTimeToJoin(startOf(next), now) ? next : task) ?? next ?? 'retreat';
  const classes = records ? (
    <ul className="[&>li+li:not([data-past])]:mt-3 [&>[data-past]+li:not([data-past])]:mt-4">
      {shown.map((entry) =>
        entry.cancellation ? (
          <CanceledClass
            key={entry.id}
            entry={entry}
            isMain={entry === main}
            onChoose={() => openMove(entry.id, 'choose-again')}
          />
        ) : (
          <ClassCard
            key={entry.id}
            entry={entry}
            attendance={records}
            isNext={entry === next}
            isMain={entry === main}
            onTrouble={entry === inReach ? () => helping.open(entry) : undefined}
            now={now}
            offer={entry.id === undo.moved?.after.id && undo.offer}
            onMove={(kind) => openMove(entry.id, kind)}
          />
        ),
      )}
    </ul>
  ) : (
    <LoadFailed
      title="Failed to fetch classes"
      error={attendance.error}
      onRetry={attendance.refetch}
    />
  );
  const isInReach = inReach !== undefined;
  const isAttendanceLoading = !records && attendance.isFetching;
  const isComplete = canShowSchedule(entries.length, site.firstClass);
  const isLoading = isComplete && (isRetreatLoading || isAttendanceLoading);
  const showSchedule = () => {
    if (isLoading) {
      return <ScheduleSkeleton {...parts} retreatCard={retreatSkeleton} isInReach={isInReach} />;
    }
    if (isComplete) {
      return (
        <ScheduleLayout
          {...parts}
          retreatCard={retreatCard(main === 'retreat')}
          firstShown={shown[0]?.classNumber}
          progress={records && { entries: shown, attendance: records, next, now }}
        >
          {isUnfinished && <RestToChoose isMain={main === 'choice'} />}
          {classes}
        </ScheduleLayout>
      );
    }
    return (
      <div className="two-columns">
        {isUnfinished ? <ChoiceUnfinished isMain={main === 'choice'} /> : <ScheduleIncomplete />}
        <div className="max-lg:mt-3">
          {isAttendanceLoading ? (
            <ClassSkeletons numbers={numbers} isInReach={isInReach} />
          ) : (
            classes
          )}
        </div>
      </div>
    );
  };
  return (
    <>
      <WaitingLists main={main} />
      {link.reason && (
        <Notice tone="good" title="There’s nothing to make up" className="mb-5">
          {link.reason}
        </Notice>
      )}
      {showSchedule()}
      {!isLoading && dialog}
      {inReach && isNear(startOf(inReach), now) && (
        <NextClassBar
          key={`${inReach.id} ${inReach.class.startTime}`}
          entry={inReach}
          now={now}
          onTrouble={() => helping.open(inReach)}
        />
      )}
      {helping.render((control, opened) => (
        <JoinHelpDialog entry={entries.find(({ id }) => id === opened.id) ?? opened} {...control} />
      ))}
    </>
  );
}
