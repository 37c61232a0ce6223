import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { canShowSchedule, hasClassesToChoose } from '../../course/course.ts';
import { formatComingDay } from '../../course/format-time.ts';
import { isTimeToJoin } from '../../course/next-class.ts';
import { classNumbersFrom } from '../../course/shown-classes.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { Horizon } from '../ui/horizon.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { LoadFailed, Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { classNames } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type Attendance, CanceledClass, ClassCard } from './class-card.tsx';
import { FirstSessionsNote, shownClasses, startOf } from './class-facts.tsx';
import { ClassPath } from './class-path.tsx';
import { ChoiceUnfinished, RestToChoose, ScheduleIncomplete } from './incomplete-schedule.tsx';
import type { MoveKind } from './move-kind.ts';
import { useClassLink, useMakeupLink } from './schedule-links.ts';
import { useUndoMove } from './undo-move.tsx';
import { looks } from './upcoming-class.tsx';
import { useOfferedPlace, WaitingLists } from './waiting-lists.tsx';

const { MoveDialog } = lazily(() => import('./move-dialog.tsx'));

interface ScheduleScreenProps {
  schedule: UseQueryResult<ScheduleEntry[]>;
  attendance: UseQueryResult<Attendance>;
  now: Date;
  retreatCard: (isMain: boolean) => ReactNode;
  retreatSkeleton: ReactNode;
  calendar: ReactNode;
  /** True right after the student has chosen all classes. */
  hasJustFinished: boolean;
  /** While true, the schedule shows a skeleton, because the classes would shift when the retreat card appears. */
  isRetreatLoading: boolean;
  inReach: ScheduleEntry | undefined;
  onTrouble: (entry: ScheduleEntry) => void;
}

export function ScheduleScreen(props: ScheduleScreenProps) {
  const { schedule, attendance, now, retreatCard, retreatSkeleton, calendar } = props;
  const { hasJustFinished, isRetreatLoading, inReach, onTrouble } = props;
  usePageTitle('Your Course Schedule');
  const { data: entries = [], isStale, refetch } = schedule;
  const { data: records } = attendance;
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
    <ul className="grid grid-cols-1 gap-2 sm:gap-3">
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
            onTrouble={entry === inReach ? () => onTrouble(entry) : undefined}
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
  const top = (
    <>
      <WaitingLists main={main} />
      {link.reason && (
        <Notice tone="good" title="There’s nothing to make up" className="mb-5">
          {link.reason}
        </Notice>
      )}
    </>
  );
  const isInReach = inReach !== undefined;
  const isAttendanceLoading = !records && attendance.isFetching;
  if (!canShowSchedule(entries.length, site.firstClass)) {
    return (
      <>
        {top}
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
        {dialog}
      </>
    );
  }
  const parts = { calendar, hasJustFinished };
  if (isRetreatLoading || isAttendanceLoading) {
    return (
      <>
        {top}
        <ScheduleSkeleton {...parts} retreatCard={retreatSkeleton} isInReach={isInReach} />
      </>
    );
  }
  return (
    <>
      {top}
      <Layout
        {...parts}
        retreatCard={retreatCard(main === 'retreat')}
        firstShown={shown[0]?.classNumber}
        now={now}
        {...(records && { progress: { entries: shown, attendance: records, next } })}
      >
        {isUnfinished && <RestToChoose isMain={main === 'choice'} />}
        {classes}
      </Layout>
      {dialog}
    </>
  );
}

interface LayoutProps {
  retreatCard: ReactNode;
  calendar: ReactNode;
  hasJustFinished: boolean;
}

function Layout({
  retreatCard,
  calendar,
  hasJustFinished,
  firstShown = site.firstClass,
  children,
  ...progress
}: LayoutProps &
  Pick<ComponentProps<typeof ClassPath>, 'progress' | 'now'> & {
    firstShown?: number | undefined;
    children: ReactNode;
  }) {
  return (
    <>
      <h1 className="mb-4 sm:mb-5">Your Course Schedule</h1>
      {hasJustFinished && (
        <AllSet next={progress.progress?.next} now={progress.now}>
          {calendar}
        </AllSet>
      )}
      <div className="two-columns">
        <div>
          {retreatCard}
          <FirstSessionsNote firstShown={firstShown} />
          <ClassPath firstShown={firstShown} {...progress} />
        </div>
        <div>{children}</div>
        {!hasJustFinished && <div className="max-lg:mt-6">{calendar}</div>}
      </div>
    </>
  );
}

interface AllSetProps {
  next: ScheduleEntry | undefined;
  now?: Date | undefined;
  children: ReactNode;
}

function AllSet({ next, now = new Date(), children }: AllSetProps) {
  const { firstName } = useStudent();
  return (
    <Card as="section" variant="wash" className="mb-4 max-sm:p-4 sm:mb-5">
      <Horizon className="float-right ml-3 w-28 sm:w-44" />
      <p className="heading mb-2">
        {next
          ? `You’re all set. See you ${formatComingDay(startOf(next), now)}, ${firstName}.`
          : `You’re all set, ${firstName}.`}
      </p>
      {children}
    </Card>
  );
}

/** `isInReach` adds space for "Trouble joining?". */
export function ScheduleSkeleton({
  isInReach = false,
  ...parts
}: LayoutProps & { isInReach?: boolean }) {
  return (
    <Layout {...parts}>
      <ClassSkeletons numbers={classNumbersFrom(site.firstClass)} isInReach={isInReach} />
    </Layout>
  );
}

function ClassSkeletons({ numbers, isInReach }: { numbers: number[]; isInReach: boolean }) {
  return (
    <SkeletonGroup label="Loading your schedule…">
      <div className="grid gap-3">
        {numbers.map((classNumber, index) => {
          const look = index === 0 ? looks.next : looks.later;
          const line = classNames('w-fit', index === 0 && 'leading-7');
          return (
            <Card key={classNumber} className="max-sm:p-4">
              <Skeleton className="w-fit font-semibold text-lg">Class {classNumber}</Skeleton>
              <Skeleton className={line}>Tuesday, Dec 1, 2026</Skeleton>
              <Skeleton className={line}>4:00 PM PT · Instructor</Skeleton>
              <div className={look.actions}>
                <Skeleton className={index === 0 ? 'h-12' : 'h-11 w-24'} />
              </div>
              {index === 0 && isInReach && <Skeleton className="mx-auto mt-1 -mb-2 h-11 w-32" />}
            </Card>
          );
        })}
      </div>
    </SkeletonGroup>
  );
}
