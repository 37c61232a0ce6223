import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import type { EmptyWeek } from '../../course/empty-week.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { apiQuery, invalidate, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { toastFailure } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { type MoveRequest, moveKinds } from './move-kind.ts';
import { settleWish } from './queries.ts';
import { ChosenTime } from './slot-list.tsx';
import { NoTimeWorks, SlotPicker, usualSlots } from './slot-picker.tsx';
import type { MovedClass } from './undo-move.tsx';
import { useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';
import { JoinLine } from './waiting-lists.tsx';

interface MoveDialogProps extends MoveRequest, DialogControl {
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

export function MoveDialog({ kind, entry: latest, open, onMoved, onClose }: MoveDialogProps) {
  const client = useQueryClient();
  const texts = moveKinds[kind];
  const { offer, move, invalidates } = texts;
  const refetchAll = () => invalidate(client, ...invalidates);

  const change = useApiMutation(move, {
    onSuccess: async (after) => {
      // Wait for the refetch, so that the page already shows the new time when the dialog closes.
      await refetchAll();
      settleWish(client, [after.classNumber]);
      onMoved({ kind, before: entry, after });
      onClose();
    },
    onError: (error) => {
      toastFailure(texts.failure, error);
      refetchAll();
      weeks.refetch();
    },
  });
  const isSaving = change.isPending;
  // Stop updating after saving, so that the dialog doesn't change while it fades out.
  const [entry, setEntry] = useState(latest);
  if (open && !isSaving && entry !== latest) setEntry(latest);
  const params = { registrationId: entry.id };
  const weeks = useSlotWeeks<Offer>({
    queryOf: (weekOffset) => apiQuery(offer, { params: { ...params, weekOffset } }),
    targetOf: () => entry.id,
    // Missed and canceled classes have a `firstFutureWeek`, because their own week may have no slots.
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
      title={`${texts.title} ${entry.classNumber}`}
      description={`${texts.sentence} ${formatSlotForReader(new Date(entry.class.startTime))}.`}
    >
      <div className="mt-5 mb-auto">
        <SlotPicker
          weeks={weeks}
          classNumber={entry.classNumber}
          weekZero={pacificWeekOf(new Date(entry.class.startTime))}
          canGoBack={shown?.canGoBack ?? false}
          chosenId={chosen?.id}
          currentId={entry.classId}
          onChoose={choose}
          renderFull={(slot) => <JoinLine slot={slot} classNumber={entry.classNumber} />}
          footer={<NoTimeWorks classNumber={entry.classNumber} />}
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
          pendingText={texts.confirming}
          onClick={() => chosen && change.mutate({ params, body: { newClassId: chosen.id } })}
        >
          {texts.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
