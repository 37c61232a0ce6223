import type { Cancellation, Undone } from '../../contract/cancellations.ts';
import { formatSpokenSlot, formatTime } from '../../course/format-time.ts';
import { useFreshQuery } from '../api.ts';
import { useRights } from '../auth.tsx';
import { useNow } from '../server-clock.ts';
import { CallButton } from '../ui/call-button.tsx';
import { countOf } from '../ui/loaded-list.tsx';
import { changedByCanceling } from './queries.ts';

const clockTickMs = 5_000;

export function OpenCancellations() {
  const { data = [] } = useFreshQuery('GET /api/admin/cancellations');
  const now = useNow(clockTickMs);
  const open = data.filter(({ undoUntil }) => now < new Date(undoUntil));
  return open.map((cancellation) => <CancellationNote key={cancellation.id} {...cancellation} />);
}

export function CancellationNote(cancellation: Cancellation) {
  const { id, reason, canceledBy, classes, suspended, isAnnounced } = cancellation;
  const { canEdit } = useRights();
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
          {reason} · canceled by {canceledBy} · {describeSuspended(suspended)}
          {now < undoUntil && !isAnnounced && ' · we haven’t notified anyone yet'}
        </p>
      </div>
      {canEdit && now < undoUntil && (
        <CallButton
          call="POST /api/admin/cancellations/:id/undo"
          input={{ params: { id } }}
          invalidates={changedByCanceling}
          // Move focus, because the focused button is about to disappear.
          onDone={() => document.getElementById('main')?.focus({ preventScroll: true })}
          toast={(undone) => ({
            title: undone.classes > 0 ? 'Cancellation undone' : 'We couldn’t undo this',
            description: describeUndone(undone),
          })}
          failed="We couldn’t undo the cancellation. Please try again."
          pendingText="Undoing..."
        >
          Undo (until {formatTime(undoUntil)})
        </CallButton>
      )}
    </div>
  );
}

function describeSuspended(suspended: number): string {
  if (suspended === 0) return 'no one needs a new time';
  return countOf(suspended, 'student needs a new time', 'students need a new time');
}

const maxNamed = 3;

function describeUndone({ classesLeft, studentsLeft }: Undone): string | undefined {
  const more = classesLeft.length - maxNamed;
  const parts = [
    ...classesLeft
      .slice(0, maxNamed)
      .map((one) => `${formatSpokenSlot(new Date(one.startTime))} stays canceled: ${one.reason}.`),
    more > 0 && `${countOf(more, 'more class stays', 'more classes stay')} canceled.`,
    studentsLeft > 0 &&
      `${countOf(studentsLeft, 'student still needs', 'students still need')} a new time.`,
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}
