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
  isShortNotice: boolean;
}

interface MoveConfirmationProps extends DialogControl {
  move: ClassMove;
  students: number;
  onConfirm: () => void;
}

/** Asks for confirmation before students are notified or a class is moved to a time within 15 minutes. */
export function MoveConfirmation({ move, students, ...dialog }: MoveConfirmationProps) {
  const recipients = students === 1 ? '1 student' : `${students} students`;
  return (
    <ConfirmDialog
      {...dialog}
      title={students > 0 ? `Move and notify ${recipients}?` : 'Move this class?'}
      description={
        <>
          The class will move from {formatSpokenSlot(move.from)} to {formatSpokenSlot(move.to)}.
          {students > 0 && ' Students will get an email, and a text if they opted in.'}
          {move.isShortNotice && (
            <strong className="mt-2 block font-semibold text-warning">
              The class would start within 15 minutes. Most people won’t find out in time.
            </strong>
          )}
        </>
      }
      confirmText={students > 0 ? 'Move and Notify' : 'Move'}
      confirmVariant={move.isShortNotice ? 'danger' : 'primary'}
      pendingText="Updating..."
    />
  );
}

type Conflict = { message: string; values: CurrentClass };

interface DeleteClassProps extends DialogControl {
  courseClass: AdminClass;
  version: number;
  handleConflict: (error: Error, fallback: string) => Conflict | undefined;
  onDeleted: () => void;
}

const failed = 'Failed to delete class';

/** Checks for registrations again, because someone may have registered since the list was loaded. */
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
      const userMessage = `${conflict.message} The class is now on ${start}.`;
      // Status 0 keeps the Delete button enabled, so that staff can retry with the new version.
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
