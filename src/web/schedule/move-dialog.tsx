import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSlotForReader } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { type ApiResponse, apiQuery } from '../api.ts';
import { useAction } from '../ui/use-action.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { type MoveKind, type MoveRequest, moveKinds } from './move-kind.ts';
import { settleWish } from './queries.ts';
import { SlotDialog } from './slot-dialog.tsx';
import { NoTimeWorks } from './slot-picker.tsx';
import type { MovedClass } from './undo-move.tsx';
import { useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';
import { JoinWaitingList } from './waiting-lists.tsx';

interface MoveDialogProps extends MoveRequest, DialogControl {
  onMoved: (moved: MovedClass) => void;
}

type Offer = ApiResponse<(typeof moveKinds)[MoveKind]['offer']>;

export function MoveDialog({ kind, entry: latest, open, onMoved, onClose }: MoveDialogProps) {
  const client = useQueryClient();
  const texts = moveKinds[kind];
  const { offer, move, invalidates } = texts;
  // Refetch before the dialog closes, so that the page already shows the new time.
  const change = useAction(move, {
    invalidates,
    onDone: (after) => {
      settleWish(client, [after.classNumber]);
      onMoved({ kind, before: entry, after });
      onClose();
    },
    failedTitle: texts.failure,
    onFailed: () => weeks.refetch(),
  });
  const isSaving = change.isPending;
  // Don't update the entry during saving or after closing, so that the dialog doesn't change while it fades out.
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
    <SlotDialog
      open={open}
      onClose={onClose}
      returnTo={`class-${entry.classNumber}`}
      title={`${texts.title} ${entry.classNumber}`}
      description={`${texts.sentence} ${formatSlotForReader(new Date(entry.class.startTime))}.`}
      weeks={weeks}
      classNumber={entry.classNumber}
      weekZero={pacificWeekOf(new Date(entry.class.startTime))}
      canGoBack={shown?.canGoBack ?? false}
      chosen={chosen}
      currentId={entry.cancellation ? undefined : entry.classId}
      onChoose={choose}
      renderFull={(slot) => <JoinWaitingList slot={slot} classNumber={entry.classNumber} />}
      footer={<NoTimeWorks classNumber={entry.classNumber} />}
      isSaving={isSaving}
      confirmText={texts.confirm}
      pendingText={texts.confirming}
      onConfirm={() => chosen && change.mutate({ params, body: { newClassId: chosen.id } })}
    />
  );
}
