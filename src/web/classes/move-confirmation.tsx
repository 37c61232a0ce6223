import { formatSpokenSlot } from '../../course/format-time.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

export interface ClassMove {
  from: Date;
  to: Date;
  /** Within minutes. */
  isShortNotice: boolean;
}

interface MoveConfirmationProps {
  move: ClassMove;
  /** How many are registered. */
  students: number;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Before people are told that their class is at another time, and before it begins at once. */
export function MoveConfirmation(props: MoveConfirmationProps) {
  const { move, students, open, onClose, onConfirm } = props;
  const tell =
    students > 0 ? ` and tell ${students === 1 ? '1 student' : `${students} students`}` : '';
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Move${tell || ' this class'}?`}
      description={
        <>
          From {formatSpokenSlot(move.from)} to {formatSpokenSlot(move.to)}.
          {students > 0 && ' They are told by email, and by text if they chose that.'}
          {move.isShortNotice && (
            <strong className="mt-2 block font-semibold text-warning">
              It would begin within 15 minutes. Most people will not know in time.
            </strong>
          )}
        </>
      }
      confirmText={`Move${tell && ' and Tell Them'}`}
      confirmVariant={move.isShortNotice ? 'danger' : 'primary'}
      pendingText="Updating..."
      isPending={false}
      onConfirm={onConfirm}
    />
  );
}
