import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import { describeEmptyWeek, type EmptyWeek } from '../../course/empty-week.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { apiQuery, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { ChosenTime } from './chosen-time.tsx';
import { type MoveRequest, moveKinds } from './move-kind.ts';
import { NothingFits } from './nothing-fits.tsx';
import { settleWish } from './queries.ts';
import { SlotPicker, usualSlots } from './slot-picker.tsx';
import type { MovedClass } from './undo-move.tsx';
import { useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';

interface MoveDialogProps extends MoveRequest, DialogControl {
  /** Called when the page behind has the new time. */
  onMoved: (moved: MovedClass) => void;
}

interface Offer {
  classes: Slot[];
  canGoBack: boolean;
  canGoOn: boolean;
  nextFreeWeek: number | null;
  emptyWeek: EmptyWeek | null;
  firstFutureWeek?: number | null | undefined;
}

/** For every kind of move; their texts and endpoints are in move-kind.ts. */
export function MoveDialog({ kind, entry: latest, open, onMoved, onClose }: MoveDialogProps) {
  const client = useQueryClient();
  const { title, sentence, offer, confirm, confirming, move, failure, invalidates } =
    moveKinds[kind];
  const refetchAll = () => Promise.all(invalidates.map((address) => invalidate(client, address)));

  const change = useApiMutation(move, {
    onSuccess: async (after) => {
      // The page behind shows the new time by the time the dialog is gone.
      await refetchAll();
      settleWish(client, [after.classNumber]);
      onMoved({ kind, before: entry, after });
      onClose();
    },
    onError: (error) => {
      const description = errorMessage(error, error.message);
      toast({ title: failure, description, variant: 'destructive' });
      refetchAll();
    },
  });
  const isSaving = change.isPending;
  // Kept once the move is saved, so that the dialog does not change while it fades out.
  const [entry, setEntry] = useState(latest);
  if (open && !isSaving && entry !== latest) setEntry(latest);
  const params = { registrationId: entry.id };
  const weeks = useSlotWeeks<Offer>({
    queryOf: (weekOffset) => apiQuery(offer, { params: { ...params, weekOffset } }),
    targetOf: () => entry.id,
    // Named for missed and cancelled classes: in their own week there may be nothing to choose.
    firstWeek: ({ firstFutureWeek }, weekOffset) => firstFutureWeek ?? weekOffset,
  });
  const shown = weeks.shown?.offer;
  const { chosen, choose } = useChosenSlot(weeks.shown);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      tall={usualSlots(entry.classNumber) > 2}
      returnTo={`class-${entry.classNumber}`}
      title={`${title} ${entry.classNumber}`}
      description={`${sentence} ${formatSlotForReader(new Date(entry.class.startTime))}.`}
    >
      <div className="mt-5 mb-auto">
        <SlotPicker
          weeks={weeks}
          weekZero={pacificWeekOf(new Date(entry.class.startTime))}
          canGoBack={shown?.canGoBack ?? false}
          emptyText={
            shown?.emptyWeek
              ? describeEmptyWeek(shown.emptyWeek, entry.classNumber, site.supportEmail)
              : ''
          }
          usualCount={usualSlots(entry.classNumber)}
          chosenId={chosen?.id}
          currentId={entry.classId}
          onChoose={choose}
          footer={<NothingFits classNumber={entry.classNumber} />}
        />
      </div>
      <DialogActions>
        {chosen && <ChosenTime slot={chosen} className="w-full max-sm:order-1" />}
        <Button variant="outline" onClick={onClose} aria-disabled={isSaving}>
          Cancel
        </Button>
        <Button
          disabled={chosen === undefined}
          pending={isSaving}
          pendingText={confirming}
          onClick={() => chosen && change.mutate({ params, body: { newClassId: chosen.id } })}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
