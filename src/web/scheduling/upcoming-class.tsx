import type { ReactNode } from 'react';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import type { ClassState } from '../../course/class-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ClassDate, ClassName, ClassTime, Completed } from './class-facts.tsx';

interface UpcomingClassProps {
  id: string;
  entry: ScheduleEntry;
  state: ClassState;
  isNext: boolean;
  /** Of the size of a button. */
  joinButton: ReactNode;
  isExcused?: boolean;
  /** What there is to say about the link. */
  note?: string | undefined;
  /** Something to do with a class that has just moved. */
  offer?: ReactNode;
  onReschedule: () => void;
}

export function UpcomingClass(props: UpcomingClassProps) {
  const {
    id,
    entry,
    state,
    isNext,
    isExcused = false,
    joinButton,
    note,
    offer,
    onReschedule,
  } = props;
  return (
    <Card as="li" variant={isNext ? 'accent' : 'plain'}>
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} tabIndex={-1} className="font-semibold text-lg">
          <ClassName entry={entry} />
        </h2>
        {state.isCompleted ? (
          <Completed />
        ) : (
          isNext && (
            <Badge tone={state.isJoinNow ? 'info' : 'neutral'}>
              {state.isJoinNow ? 'Now' : 'Next'}
            </Badge>
          )
        )}
      </div>
      <p>
        <ClassDate entry={entry} />
      </p>
      <ClassTime entry={entry} />
      {isExcused && <p>You are excused from this class. You may come all the same.</p>}
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        {joinButton}
        <Button variant="outline" aria-describedby={id} onClick={onReschedule}>
          Reschedule
        </Button>
      </div>
      {note && (
        <p role="status" className="mt-2 text-muted text-sm">
          {note}
        </p>
      )}
      {offer}
    </Card>
  );
}
