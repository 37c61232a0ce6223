import { useQueryClient } from '@tanstack/react-query';
import type { Cancellation, Undone } from '../../contract/cancellations.ts';
import { formatSpokenSlot, formatTime } from '../../course/format-time.ts';
import { errorMessage, invalidate, useApiMutation } from '../api.ts';
import { useNow } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { changedByCancelling, useOpenCancellations } from './cancellation-queries.ts';

const clockTickMs = 5_000;

/** What was cancelled a moment ago, with the way back. */
export function OpenCancellations({ canUndo }: { canUndo: boolean }) {
  const { data = [] } = useOpenCancellations();
  const now = useNow(clockTickMs);
  const open = data.filter(({ undoUntil }) => now < new Date(undoUntil));
  return open.map((cancellation) => (
    <CancellationNote key={cancellation.id} cancellation={cancellation} canUndo={canUndo} />
  ));
}

interface CancellationNoteProps {
  cancellation: Cancellation;
  canUndo: boolean;
}

export function CancellationNote({ cancellation, canUndo }: CancellationNoteProps) {
  const { reason, cancelledBy, classes, waiting, isAnnounced } = cancellation;
  const now = useNow(clockTickMs);
  const undoUntil = new Date(cancellation.undoUntil);
  const [only] = classes;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-control bg-warning-soft px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold text-warning">
          {classes.length === 1 && only
            ? `Cancelled: ${formatSpokenSlot(new Date(only.startTime))}`
            : `${classes.length} classes cancelled`}
        </p>
        <p className="wrap-anywhere text-sm">
          {reason} · by {cancelledBy} · {describeWaiting(waiting)}
          {now < undoUntil && !isAnnounced && ' · nobody has been told yet'}
        </p>
      </div>
      {canUndo && now < undoUntil && <UndoButton cancellation={cancellation} />}
    </div>
  );
}

function describeWaiting(waiting: number): string {
  if (waiting === 0) return 'nobody is to choose again';
  return waiting === 1 ? '1 student is to choose again' : `${waiting} students are to choose again`;
}

function UndoButton({ cancellation: { id, undoUntil } }: { cancellation: Cancellation }) {
  const client = useQueryClient();
  const refetch = async () => {
    for (const list of changedByCancelling) await invalidate(client, list);
  };
  const undo = useApiMutation('POST /api/admin/cancellations/:id/undo', {
    onSuccess: async (undone) => {
      await refetch();
      // The button is gone, and the focus would be with it.
      document.getElementById('main')?.focus({ preventScroll: true });
      const title = undone.classes > 0 ? 'Cancellation undone' : 'Nothing could be undone';
      toast({ title, description: describeUndone(undone) });
    },
    onError: (error) => {
      toastError(errorMessage(error, 'It could not be undone.'));
      refetch();
    },
  });
  return (
    <Button
      variant="outline"
      size="small"
      pending={undo.isPending}
      pendingText="Undoing..."
      onClick={() => undo.mutate({ params: { id } })}
    >
      Undo (until {formatTime(new Date(undoUntil))})
    </Button>
  );
}

const mostNamed = 3;

/** Only what is not as it was before. */
function describeUndone({ classesLeft, studentsLeft }: Undone): string | undefined {
  const named = classesLeft
    .slice(0, mostNamed)
    .map(
      ({ startTime, reason }) =>
        `${formatSpokenSlot(new Date(startTime))} stays cancelled: ${reason}.`,
    );
  const more = classesLeft.length - named.length;
  const parts = [
    ...named,
    more > 0 && `${more} more ${more === 1 ? 'class stays' : 'classes stay'} cancelled.`,
    studentsLeft > 0 &&
      `${studentsLeft} ${studentsLeft === 1 ? 'student still has' : 'students still have'} to choose again.`,
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}
