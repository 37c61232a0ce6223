import type { ReactNode } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { ClassState } from '../../course/class-state.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { type ButtonStyle, buttonStyles, classNames } from '../ui/styles.ts';
import { TextButton } from '../ui/text-link.tsx';
import { ClassName, Completed, DateAndTime, headingId } from './class-facts.tsx';

interface UpcomingClassProps {
  entry: ScheduleEntry;
  state: ClassState;
  isNext: boolean;
  isMain?: boolean;
  joinButton: (style: ButtonStyle) => ReactNode;
  /** Only set for the next class, from 24 hours before it starts until it ends. */
  countdown?: string | undefined;
  isExcused?: boolean;
  note?: string | undefined;
  offer?: ReactNode;
  onReschedule: () => void;
  onTrouble?: (() => void) | undefined;
}

export const looks = {
  next: {
    // Newsreader has no bold, so the weekday stands out by its color.
    time: 'my-1 [&>:first-child]:heading [&>:first-child>strong]:font-medium [&>:nth-child(2)]:leading-7 [&>:not(:first-child)>strong]:text-lg/none',
    actions: 'mt-3 grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3',
    button: { variant: 'quiet', className: 'max-sm:px-2' },
  },
  later: {
    time: '',
    actions: 'mt-1 -mb-3 -ml-2 flex flex-wrap gap-x-3 sm:-ml-3',
    button: { variant: 'plain', size: 'slim' },
  },
} as const;

export function UpcomingClass(props: UpcomingClassProps) {
  const { entry, state, isNext, isMain = isNext, isExcused = false, joinButton, countdown } = props;
  const { note, offer, onReschedule, onTrouble } = props;
  const id = headingId(entry);
  const look = isNext ? looks.next : looks.later;
  return (
    <Card
      as="li"
      variant={isNext ? 'accent' : 'plain'}
      className={classNames('max-sm:p-4', offer ? 'animate-rise-in' : '')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <h2 id={id} tabIndex={-1} className="scroll-mt-8 font-semibold text-lg">
          <ClassName entry={entry} />
        </h2>
        {state.isCompleted ? (
          <Completed />
        ) : (
          isNext && <Badge tone="info">{countdown ?? (state.isJoinNow ? 'Now' : 'Next')}</Badge>
        )}
      </div>
      <DateAndTime entry={entry} className={look.time} />
      {isExcused && <p>You’re excused from this class, but you’re welcome to join.</p>}
      <div className={look.actions}>
        {joinButton(isMain ? { ...look.button, variant: 'primary' } : look.button)}
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

/** The next-class bar stays hidden while the element with this ID is in view. */
export const joinButtonId = ({ classNumber }: ScheduleEntry) => `join-class-${classNumber}`;

interface JoinClassProps extends ButtonStyle {
  id?: string;
  entry: ScheduleEntry;
  describedBy: string;
}

/** Uses a real link, because browsers may block a window opened by a script. */
export function JoinClass({ id, entry, describedBy, ...style }: JoinClassProps) {
  const address = entry.studentZoomJoinUrl || entry.class.zoomJoinUrl;
  const shared = { id, 'aria-describedby': describedBy };
  if (address) {
    const link = { href: address, target: '_blank', rel: 'noopener noreferrer' };
    return (
      <a {...shared} {...link} className={buttonStyles(style)}>
        Join Class
      </a>
    );
  }
  const report = () => {
    // biome-ignore lint/suspicious/noConsole: helps support; the card tells the student that we're preparing the link
    console.warn('This class has no meeting link yet.', { registration: entry.id });
  };
  return (
    <Button {...shared} {...style} onClick={report}>
      Join Class
    </Button>
  );
}
