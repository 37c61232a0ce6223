import type { Cancellation, Undone } from '../../contract/cancellations.ts';
import { formatSpokenSlot, formatTime } from '../../course/format-time.ts';
import { useNow } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/use-action.ts';
import { changedByCanceling, useOpenCancellations } from './queries.ts';

const clockTickMs = 5_000;

/** Lists the cancellations that can still be undone. People with edit rights get an Undo button for each. */
export function OpenCancellations({ canUndo }: { canUndo: boolean }) {
  const { data = [] } = useOpenCancellations();
  const now = useNow(clockTickMs);
  const open = data.filter(({ undoUntil }) => now < new Date(undoUntil));
  return open.map((cancellation) => (
    <CancellationNote key={cancellation.id} cancellation={cancellation} canUndo={canUndo} />
  ));
}

export function CancellationNote(props: { cancellation: Cancellation; canUndo: boolean }) {
  const { cancellation, canUndo } = props;
  const { reason, canceledBy, classes, waiting, isAnnounced } = cancellation;
  const now = useNow(clockTickMs);
  const undoUntil = new Date(cancellation.undoUntil);
  const [only] = classes;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-control bg-warning-soft px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold text-warning">
          {classes.length === 1 && only
            ? `Canceled: ${formatSpokenSlot(new Date(only.startTime))}`
            : `${classes.length} classes canceled`}
        </p>
        <p className="wrap-anywhere text-sm">
          {reason} · canceled by {canceledBy} · {describeWaiting(waiting)}
          {now < undoUntil && !isAnnounced && ' · we haven’t notified anyone yet'}
        </p>
      </div>
      {canUndo && now < undoUntil && <UndoButton cancellation={cancellation} />}
    </div>
  );
}

function describeWaiting(waiting: number): string {
  if (waiting === 0) return 'no one needs a new time';
  return waiting === 1 ? '1 student needs a new time' : `${waiting} students need a new time`;
}

function UndoButton({ cancellation: { id, undoUntil } }: { cancellation: Cancellation }) {
  const undo = useAction('POST /api/admin/cancellations/:id/undo', {
    invalidates: changedByCanceling,
    // Move focus, because the focused button is about to disappear.
    onDone: () => document.getElementById('main')?.focus({ preventScroll: true }),
    toast: (undone) => ({
      title: undone.classes > 0 ? 'Cancellation undone' : 'We couldn’t undo this',
      description: describeUndone(undone),
    }),
    failed: 'We couldn’t undo the cancellation. Please try again.',
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

const maxNamed = 3;

/** Mentions only the classes and students that couldn't be restored. */
function describeUndone({ classesLeft, studentsLeft }: Undone): string | undefined {
  const named = classesLeft.slice(0, maxNamed).map(({ startTime, reason }) => {
    return `${formatSpokenSlot(new Date(startTime))} stays canceled: ${reason}.`;
  });
  const more = classesLeft.length - named.length;
  const parts = [
    ...named,
    more > 0 && `${more} more ${more === 1 ? 'class stays' : 'classes stay'} canceled.`,
    studentsLeft > 0 &&
      `${studentsLeft} ${studentsLeft === 1 ? 'student still needs' : 'students still need'} a new time.`,
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}
