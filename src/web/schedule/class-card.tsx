import { type ReactNode, useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { describeClass, isCompleted, isMissed } from '../../course/class-state.ts';
import { formatDay, formatLongDate, formatSlotForReader } from '../../course/format-time.ts';
import { describeNextClass } from '../../course/next-class.ts';
import { describePastClass, wasMissed } from '../../course/past-class-note.ts';
import type { ApiResponse } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, SmallButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fold } from '../ui/fold.tsx';
import { classNames } from '../ui/styles.ts';
import { ClassName, Completed, DateAndTime, headingId, startOf } from './class-facts.tsx';
import type { MoveKind } from './move-kind.ts';
import { JoinClass, joinButtonId, UpcomingClass } from './upcoming-class.tsx';

export interface Attendance {
  records: ApiResponse<'GET /api/attendance'>;
  /** According to the server's clock. */
  requestedAt: Date;
}

interface ClassCardProps {
  entry: ScheduleEntry;
  attendance: Attendance;
  isNext: boolean;
  isMain: boolean;
  /** Only set for the next class, from 24 hours before it starts until it ends. */
  onTrouble: (() => void) | undefined;
  now: Date;
  offer: ReactNode;
  onMove: (kind: MoveKind) => void;
}

export function ClassCard(props: ClassCardProps) {
  const { entry, attendance, isNext, isMain, onTrouble, now, offer, onMove } = props;
  const start = startOf(entry);
  const record = attendance.records.find(({ classId }) => classId === entry.classId) ?? null;
  const state = describeClass(start, record, now);
  const [wasPast] = useState(state.isPast);
  const linkNote = useLinkNote(entry);
  if (state.isPast) return <PastClass {...props} record={record} isNew={!wasPast} />;
  return (
    <UpcomingClass
      entry={entry}
      state={state}
      isNext={isNext}
      isMain={isMain}
      isExcused={record?.status === 'Excused'}
      joinButton={(style) => (
        <JoinClass
          id={joinButtonId(entry)}
          entry={entry}
          describedBy={headingId(entry)}
          {...style}
        />
      )}
      countdown={onTrouble && describeNextClass(entry.classNumber, start, now).countdown}
      onTrouble={onTrouble}
      note={linkNote}
      offer={offer}
      onReschedule={() => onMove('reschedule')}
    />
  );
}

/** Once shown, the note stays and only its text changes, so that the cards below don't shift. */
function useLinkNote({ studentZoomJoinUrl }: ScheduleEntry): string | undefined {
  const [wasMissing, setWasMissing] = useState(false);
  if (!studentZoomJoinUrl) {
    if (!wasMissing) setWasMissing(true);
    return 'We’re preparing your link…';
  }
  return wasMissing ? 'Your link is ready.' : undefined;
}

interface PastClassProps extends ClassCardProps {
  record: Attendance['records'][number] | null;
  /** True if the class took place while the page was open. */
  isNew: boolean;
}

function PastClass({ entry, attendance, record, isNew, now, onMove }: PastClassProps) {
  const own = { ...entry, startsAt: startOf(entry) };
  // Use `requestedAt` instead of `now`, because outdated records could offer a makeup to someone who just attended.
  const canMakeUp = isMissed(own.startsAt, record, attendance.requestedAt);
  const note = record || canMakeUp ? describePastClass(own, record, now) : null;
  const id = headingId(entry);
  const heading = (
    <>
      <span className="font-semibold">
        <ClassName entry={entry} />
      </span>
      <span className="text-muted text-sm sm:hidden">{formatDay(own.startsAt)}</span>
      <span className="text-muted text-sm max-sm:hidden">{formatLongDate(own.startsAt)}</span>
      <span className="ml-auto">
        {isCompleted(record) && <Completed />}
        {canMakeUp && wasMissed(own, now) && <Badge tone="warning">Missed</Badge>}
      </span>
    </>
  );
  return (
    <li
      data-past
      className={classNames('border-line border-b px-4 sm:px-5', isNew && 'animate-settle')}
    >
      <Fold id={id} heading={heading}>
        <DateAndTime entry={entry} />
      </Fold>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {note && <p className="flex-1 basis-36 pb-2 text-muted text-sm">{note}</p>}
        {canMakeUp && (
          <SmallButton
            className="mb-3 shrink-0"
            aria-describedby={id}
            onClick={() => onMove('makeup')}
          >
            Schedule Makeup
          </SmallButton>
        )}
      </div>
    </li>
  );
}

interface CanceledClassProps {
  entry: ScheduleEntry;
  isMain: boolean;
  onChoose: () => void;
}

export function CanceledClass({ entry, isMain, onChoose }: CanceledClassProps) {
  const id = headingId(entry);
  return (
    <Card as="li" variant="wash" className="max-sm:p-4">
      <h2 id={id} tabIndex={-1} className="font-semibold text-lg">
        <ClassName entry={entry} />
      </h2>
      <p>
        {entry.cancellation?.isOfPlace
          ? `We canceled your registration for the class on ${formatSlotForReader(startOf(entry))}.`
          : `We’re sorry, but we had to cancel the class on ${formatSlotForReader(startOf(entry))}.`}
      </p>
      {entry.cancellation && (
        <p className="wrap-anywhere text-muted">Reason: {entry.cancellation.reason}</p>
      )}
      <Button
        variant={isMain ? 'primary' : 'quiet'}
        className="mt-4 max-sm:w-full"
        aria-describedby={id}
        onClick={onChoose}
      >
        Pick a New Time
      </Button>
    </Card>
  );
}
