import { type ReactNode, useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { canMakeUp, describeClass } from '../../course/class-time.ts';
import { describeNextClass, isTimeToJoin } from '../../course/next-class.ts';
import { describePastClass } from '../../course/past-class.ts';
import type { ApiResponse } from '../api.ts';
import { startOf } from './class-facts.tsx';
import { JoinClass, joinButtonId } from './join-class.tsx';
import type { MoveKind } from './move-kind.ts';
import { PastClass } from './past-class.tsx';
import { UpcomingClass } from './upcoming-class.tsx';

export interface Attendance {
  records: ApiResponse<'GET /api/attendance'>;
  /** When the records were requested, by the server's time. */
  requestedAt: Date;
}

interface ClassCardProps {
  entry: ScheduleEntry;
  attendance: Attendance;
  isNext: boolean;
  /** Opens what helps to join; of the class that is in reach. */
  onTrouble: (() => void) | undefined;
  now: Date;
  /** Something to do with a class that has just moved. */
  offer: ReactNode;
  onMove: (kind: MoveKind) => void;
}

export function ClassCard(props: ClassCardProps) {
  const { entry, attendance, isNext, onTrouble, now, offer, onMove } = props;
  const start = startOf(entry);
  const record = attendance.records.find(({ classId }) => classId === entry.classId) ?? null;
  const state = describeClass(start, record, now);
  const id = `class-${entry.classNumber}`;
  const linkNote = useLinkNote(entry);
  // Records from before its end would offer a makeup to somebody who comes right out of the class.
  const isMissed = canMakeUp(start, record, attendance.requestedAt);
  return state.isPast ? (
    <PastClass
      id={id}
      entry={entry}
      state={{ ...state, canMakeUp: isMissed }}
      note={
        record || isMissed ? describePastClass({ ...entry, startsAt: start }, record, now) : null
      }
      onMakeup={() => onMove('makeup')}
    />
  ) : (
    <UpcomingClass
      id={id}
      entry={entry}
      state={state}
      isNext={isNext}
      isExcused={record?.status === 'Excused'}
      joinButton={(style) => (
        <JoinClass
          id={joinButtonId(entry)}
          entry={entry}
          describedBy={id}
          {...style}
          {...(onTrouble && isTimeToJoin(start, now) && { variant: 'primary' })}
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

/** Once shown the note stays, with another text, so that the cards below do not move when the link comes. */
function useLinkNote({ studentZoomJoinUrl }: ScheduleEntry): string | undefined {
  const [wasMissing, setWasMissing] = useState(false);
  if (!studentZoomJoinUrl) {
    if (!wasMissing) setWasMissing(true);
    return 'Your link is being prepared…';
  }
  return wasMissing ? 'Your link is ready.' : undefined;
}
