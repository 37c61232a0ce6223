import { useQueryClient } from '@tanstack/react-query';
import type { AdminClass, CurrentClass } from '../../contract/timetable.ts';
import { CLASS_HAS_REGISTRATIONS } from '../../contract/words.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { ApiError, callApi, invalidate } from '../api.ts';
import { ActionDialog, ConfirmDialog } from '../ui/action-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

export interface ClassMove {
  from: Date;
  to: Date;
  /** Within minutes. */
  isShortNotice: boolean;
}

interface MoveConfirmationProps extends DialogControl {
  move: ClassMove;
  /** How many are registered. */
  students: number;
  onConfirm: () => void;
}

/** Before people are told that their class is at another time, and before it begins at once. */
export function MoveConfirmation({ move, students, ...dialog }: MoveConfirmationProps) {
  const tell =
    students > 0 ? ` and tell ${students === 1 ? '1 student' : `${students} students`}` : '';
  return (
    <ConfirmDialog
      {...dialog}
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
    />
  );
}

interface DeleteClassProps extends DialogControl {
  courseClass: AdminClass;
  /** The version that was last read. */
  version: number;
  handleConflict: (
    error: Error,
    fallback: string,
  ) => { message: string; values: CurrentClass } | undefined;
  onDeleted: () => void;
}

const failed = 'Failed to delete class';

/** The count is fetched at the click: somebody may have registered since the list was loaded. */
async function deleteUnlessRegistered(id: number, ifMatch: number) {
  const { count } = await callApi('GET /api/classes/:id/registrations/count', { params: { id } });
  if (count > 0)
    throw new ApiError(409, CLASS_HAS_REGISTRATIONS, { userMessage: CLASS_HAS_REGISTRATIONS });
  return callApi('DELETE /api/classes/:id', { params: { id }, ifMatch });
}

export function DeleteClass(props: DeleteClassProps) {
  const { courseClass, version, handleConflict, onDeleted, ...dialog } = props;
  const client = useQueryClient();
  const when = formatSpokenSlot(new Date(courseClass.startTime));
  const remove = async () => {
    try {
      await deleteUnlessRegistered(courseClass.id, version);
    } catch (error) {
      const conflict = handleConflict(error as Error, failed);
      if (!conflict) throw error;
      invalidate(client, 'GET /api/classes/all');
      const start = formatSpokenSlot(new Date(conflict.values.startTime));
      const userMessage = `${conflict.message} It is now on ${start}.`;
      // Without a status, because the version is known now: the next try may succeed.
      throw new ApiError(0, userMessage, { userMessage });
    }
  };
  return (
    <ActionDialog
      {...dialog}
      title="Are you sure you want to delete this class?"
      description={`${courseClass.topic}, ${when}. This cannot be undone.`}
      confirmText="Delete"
      pendingText="Deleting..."
      run={remove}
      onDone={async () => {
        await invalidate(client, 'GET /api/classes/all');
        onDeleted();
      }}
      toast={() => ({ title: 'Class deleted successfully', description: when })}
      failed={failed}
      isFinal={(status) => status >= 400 && status < 500}
    />
  );
}
