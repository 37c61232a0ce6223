import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Slot } from '../../contract/scheduling.ts';
import { formatSpokenSlot, pacificWeekOf } from '../../course/pacific-time.ts';
import { REFUSALS } from '../../course/slot-choice.ts';
import { call, keyOf, refresh, useChange, wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { toast } from '../ui/toast.ts';
import { type MoveRequest, moveKinds } from './move-kind.ts';
import { SlotPicker } from './slot-picker.tsx';
import { useSlotWeeks } from './use-slot-weeks.ts';

interface MoveDialogProps extends MoveRequest {
  open: boolean;
  onClose: () => void;
}

/** Both kinds of move look the same; they differ in their words and in the calls behind them. */
export function MoveDialog({ kind, entry: latest, open, onClose }: MoveDialogProps) {
  const client = useQueryClient();
  const { title, sentence, move, success, failure, refreshes } = moveKinds[kind];
  const [problem, setProblem] = useState<string>();
  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const lookAgain = () => Promise.all(refreshes.map((address) => refresh(client, address)));
  const [isSettling, setSettling] = useState(false);

  const change = useChange(move, {
    onSuccess: async () => {
      // The page behind shows the new time by the time the dialog is gone.
      setSettling(true);
      await lookAgain();
      setSettling(false);
      toast({ title: success });
      close();
    },
    onError: (error) => {
      const description = wordsOf(error, error.message);
      setProblem(description);
      toast({ title: failure, description, variant: 'destructive' });
      lookAgain();
    },
  });
  const isSaving = change.state === 'pending' || isSettling;
  // Once the move is made the dialog is on its way out, and does not change its words any more.
  const [entry, setEntry] = useState(latest);
  if (open && !isSaving && entry !== latest) setEntry(latest);

  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isSaving}
      tall
      returnTo={`class-${entry.classNumber}`}
      title={`${title} ${entry.classNumber}`}
      description={`${sentence} ${formatSpokenSlot(new Date(entry.class.startTime))}.`}
    >
      <MoveForm
        kind={kind}
        entry={entry}
        isSaving={isSaving}
        problem={problem}
        onChange={() => setProblem(undefined)}
        onCancel={close}
        onConfirm={(newClassId) =>
          change.make({ params: { registrationId: entry.id }, body: { newClassId } })
        }
      />
    </Dialog>
  );
}

interface MoveFormProps extends MoveRequest {
  isSaving: boolean;
  problem: string | undefined;
  onChange: () => void;
  onCancel: () => void;
  onConfirm: (newClassId: number) => void;
}

interface Offer {
  classes: Slot[];
  canGoBack: boolean;
  firstFutureWeek?: number | null;
}

/** Inside the dialog, so that each time it opens it begins anew. */
function MoveForm(props: MoveFormProps) {
  const { kind, entry, isSaving, problem, onChange, onCancel, onConfirm } = props;
  const { offer, confirm, confirming } = moveKinds[kind];
  const [chosenId, setChosenId] = useState<number>();
  const weeks = useSlotWeeks<Offer>({
    ask: (weekOffset) => {
      const input = { params: { registrationId: entry.id, weekOffset } };
      return { queryKey: keyOf(offer, input), queryFn: () => call(offer, input) };
    },
    purposeOf: () => entry.id,
    // Only a makeup names one: a missed class lies in the past, where nothing can be chosen.
    firstWeek: ({ firstFutureWeek }, asked) => firstFutureWeek ?? asked,
  });
  const choose = (slotId: number | undefined) => {
    setChosenId(slotId);
    onChange();
  };

  return (
    <>
      <div className="mt-5 mb-auto">
        <SlotPicker
          weeks={weeks}
          weekZero={pacificWeekOf(new Date(entry.class.startTime))}
          canGoBack={weeks.shown?.offer.canGoBack ?? false}
          layout="rows"
          emptyText={REFUSALS['week-taken']}
          chosenId={chosenId}
          currentId={entry.classId}
          onChoose={choose}
        />
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onCancel} aria-disabled={isSaving}>
          Cancel
        </Button>
        <Button
          disabled={chosenId === undefined}
          pending={isSaving}
          pendingText={confirming}
          onClick={() => chosenId !== undefined && onConfirm(chosenId)}
        >
          {confirm}
        </Button>
        {problem && <Problem className="sm:order-first sm:basis-full">{problem}</Problem>}
      </DialogActions>
    </>
  );
}
