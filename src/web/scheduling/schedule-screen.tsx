import { type ReactNode, Suspense, useState } from 'react';
import { isUpcoming } from '../../course/class-time.ts';
import { canShowSchedule, hasClassesToChoose } from '../../course/course.ts';
import { useAnswer, wordsOf } from '../call.ts';
import { FirstSessionsNote } from '../first-sessions-note.tsx';
import { useSchedule } from '../schedule.ts';
import { useNow } from '../server-clock.ts';
import { site } from '../site.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { ClassCard } from './class-card.tsx';
import { shownClasses, startOf } from './class-facts.tsx';
import { ChoiceUnfinished, ScheduleIncomplete } from './incomplete-schedule.tsx';
import type { MoveKind } from './move-kind.ts';
import { ScheduleSkeleton } from './schedule-skeleton.tsx';

const MoveDialog = loadLazily(() => import('./move-dialog.tsx').then((part) => part.MoveDialog));
const clockTickMs = 10_000;

export function useAttendance() {
  return useAnswer('GET /api/attendance');
}

interface ScheduleScreenProps {
  retreatCard: ReactNode;
  retreatSkeleton: ReactNode;
  /** The classes are shown with the retreat above them: coming later, it would push them down. */
  isRetreatAwaited: boolean;
}

export function ScheduleScreen(props: ScheduleScreenProps) {
  const { retreatCard, retreatSkeleton, isRetreatAwaited } = props;
  usePageTitle('Your Course Schedule');
  const { data: entries = [], isStale, refetch } = useSchedule();
  const attendance = useAttendance();
  const now = useNow(clockTickMs);
  const [move, setMove] = useState<{ id: number; kind: MoveKind; open: boolean }>();
  const moved = entries.find(({ id }) => id === move?.id);
  const openMove = (id: number, kind: MoveKind) => {
    setMove({ id, kind, open: true });
    // On a page left open, the class may have moved elsewhere in the meantime.
    if (isStale) refetch();
  };

  const numbers = entries.map(({ classNumber }) => classNumber);
  if (hasClassesToChoose(numbers, site.firstClass)) return <ChoiceUnfinished />;
  if (!canShowSchedule(entries.length, site.firstClass)) return <ScheduleIncomplete />;
  if (isRetreatAwaited || (!attendance.data && attendance.isFetching)) {
    return <ScheduleSkeleton retreatCard={retreatSkeleton} />;
  }

  const shown = shownClasses(entries);
  const [next] = shown
    .filter((entry) => isUpcoming(startOf(entry), now))
    .toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());

  return (
    <>
      <h1>Your Course Schedule</h1>
      <div className="mt-5">{retreatCard}</div>
      <FirstSessionsNote />
      {attendance.data ? (
        <ul className="grid grid-cols-1 gap-3">
          {shown.map((entry) => (
            <ClassCard
              key={entry.id}
              entry={entry}
              attendance={attendance.data.find(({ classId }) => classId === entry.classId) ?? null}
              isNext={entry === next}
              now={now}
              onMove={(kind) => openMove(entry.id, kind)}
            />
          ))}
        </ul>
      ) : (
        <ErrorPanel
          title="Failed to fetch classes"
          message={wordsOf(attendance.error, 'Something went wrong on our side.')}
          onRetry={attendance.refetch}
        />
      )}
      <AddToCalendar />
      {move && moved && (
        <Suspense>
          <MoveDialog
            key={`${move.kind} ${move.id}`}
            kind={move.kind}
            entry={moved}
            open={move.open}
            onClose={() => setMove({ ...move, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
