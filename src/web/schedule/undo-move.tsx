import { useEffect, useRef, useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { SmallButton } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { useAction } from '../ui/use-action.ts';
import { startOf } from './class-facts.tsx';
import { type MoveKind, moveKinds } from './move-kind.ts';

export interface MovedClass {
  kind: MoveKind;
  before: ScheduleEntry;
  after: ScheduleEntry;
}

export function useUndoMove() {
  const [moved, setMoved] = useState<MovedClass>();
  const undo = useAction('POST /api/register/undo/:registrationId', {
    invalidates: ['GET /api/schedule', 'GET /api/attendance'],
    onDone: ({ classNumber }) => {
      setMoved(undefined);
      document.getElementById(`class-${classNumber}`)?.focus();
    },
    toast: (entry) => ({
      title: 'Change undone',
      description: `Class ${entry.classNumber} is back on ${formatSlotForReader(startOf(entry))}`,
    }),
    failedTitle: 'We couldn’t undo the change',
  });
  const run = ({ after: { id: registrationId, classId: newClassId } }: MovedClass) =>
    undo.mutate({ params: { registrationId }, body: { newClassId } });

  const onMoved = (change: MovedClass) => {
    const { kind, after } = change;
    setMoved(change);
    toast({
      title: moveKinds[kind].success,
      description: `Class ${after.classNumber} is now on ${formatSlotForReader(startOf(after))}`,
    });
  };
  const offer = moved && moveKinds[moved.kind].canUndo && (
    <UndoOffer
      key={moved.after.classId}
      moved={moved}
      isPending={undo.isPending}
      onUndo={() => run(moved)}
    />
  );
  return { moved, onMoved, offer };
}

interface UndoOfferProps {
  moved: MovedClass;
  isPending: boolean;
  onUndo: () => void;
}

/** The text stays when the Undo button disappears, so that nothing shifts. */
function UndoOffer({ moved: { before, after }, isPending, onUndo }: UndoOfferProps) {
  const [isOver, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement === button.current) {
        document.getElementById(`class-${after.classNumber}`)?.focus({ preventScroll: true });
      }
      setOver(true);
    }, UNDO_MOVE_HELD_MS);
    return () => clearTimeout(timer);
  }, [after.classNumber]);
  return (
    <div className="mt-4 flex min-h-11 items-center justify-between gap-3 border-line border-t pt-3">
      <p className="text-muted text-sm">Moved from {formatSlotForReader(startOf(before))}.</p>
      {!isOver && (
        <SmallButton
          ref={button}
          aria-label={`Undo the change to Class ${after.classNumber}`}
          pending={isPending}
          onClick={onUndo}
        >
          Undo
        </SmallButton>
      )}
    </div>
  );
}
