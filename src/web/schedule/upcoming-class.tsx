import type { ReactNode } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { ClassState } from '../../course/class-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { ButtonStyle } from '../ui/styles.ts';
import { TextButton } from '../ui/text-link.tsx';
import { ClassDate, ClassName, ClassTime, Completed } from './class-facts.tsx';

interface UpcomingClassProps {
  id: string;
  entry: ScheduleEntry;
  state: ClassState;
  isNext: boolean;
  joinButton: (style: ButtonStyle) => ReactNode;
  /** How long it is until the class; of the one that is in reach. */
  countdown?: string | undefined;
  isExcused?: boolean;
  /** What there is to say about the link. */
  note?: string | undefined;
  /** Something to do with a class that has just moved. */
  offer?: ReactNode;
  onReschedule: () => void;
  onTrouble?: (() => void) | undefined;
}

/** The next class stands out; the buttons of the others are plain until it is their turn. */
export const looks = {
  next: {
    date: 'mt-1 font-display font-medium text-2xl leading-tight',
    actions: 'mt-4 grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3',
    button: { variant: 'outline', className: 'max-sm:px-2' },
  },
  later: {
    date: '',
    actions: 'mt-1 -mb-2 -ml-2 flex flex-wrap gap-x-3 sm:-ml-3',
    button: { variant: 'ghost', size: 'slim', className: 'text-link' },
  },
} as const;

export function UpcomingClass(props: UpcomingClassProps) {
  const { id, entry, state, isNext, isExcused = false, joinButton, countdown, note, offer } = props;
  const { onReschedule, onTrouble } = props;
  const look = isNext ? looks.next : looks.later;
  return (
    <Card as="li" variant={isNext ? 'accent' : 'plain'}>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h2 id={id} tabIndex={-1} className="font-semibold text-lg">
          <ClassName entry={entry} />
        </h2>
        {state.isCompleted ? (
          <Completed />
        ) : (
          isNext && (
            <Badge tone={state.isJoinNow ? 'info' : 'neutral'}>
              {countdown ?? (state.isJoinNow ? 'Now' : 'Next')}
            </Badge>
          )
        )}
      </div>
      <p className={look.date}>
        <ClassDate entry={entry} />
      </p>
      <ClassTime entry={entry} />
      {isExcused && <p>You are excused from this class. You may come all the same.</p>}
      <div className={look.actions}>
        {joinButton(look.button)}
        <Button {...look.button} aria-describedby={id} onClick={onReschedule}>
          Reschedule
        </Button>
      </div>
      {onTrouble && (
        <TextButton className="mx-auto mt-1 -mb-2 block min-h-11 px-2" onClick={onTrouble}>
          Trouble joining?
        </TextButton>
      )}
      {note && (
        <p role="status" className="mt-2 text-muted text-sm">
          {note}
        </p>
      )}
      {offer}
    </Card>
  );
}
