import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { type Attendance, describeClass } from '../../course/class-time.ts';
import { startOf } from './class-facts.tsx';
import { JoinClass } from './join-class.tsx';
import type { MoveKind } from './move-kind.ts';
import { PastClass } from './past-class.tsx';
import { UpcomingClass } from './upcoming-class.tsx';

interface ClassCardProps {
  entry: ScheduleEntry;
  attendance: Attendance | null;
  isNext: boolean;
  now: Date;
  onMove: (kind: MoveKind) => void;
}

export function ClassCard({ entry, attendance, isNext, now, onMove }: ClassCardProps) {
  const state = describeClass(startOf(entry), attendance, now);
  const id = `class-${entry.classNumber}`;
  return state.isPast ? (
    <PastClass id={id} entry={entry} state={state} onMakeup={() => onMove('makeup')} />
  ) : (
    <UpcomingClass
      id={id}
      entry={entry}
      state={state}
      isNext={isNext}
      joinButton={<JoinClass entry={entry} describedBy={id} />}
      onReschedule={() => onMove('reschedule')}
    />
  );
}
