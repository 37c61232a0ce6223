import type { AdminClass, CurrentClass } from '../../contract/timetable.ts';
import { CLASS_HAS_REGISTRATIONS } from '../../contract/words.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { ApiError, callApi } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

type Conflict = { message: string; values: CurrentClass };

interface DeleteClassProps extends DialogControl {
  courseClass: AdminClass;
  version: number;
  handleConflict: (error: Error, fallback: string) => Conflict | undefined;
  onDeleted: () => void;
}

const failed = 'Failed to delete class';

/** Checks the registrations again, because someone may have registered since the list was loaded. */
async function deleteUnlessRegistered(id: number, ifMatch: number) {
  const { count } = await callApi('GET /api/classes/:id/registrations/count', { params: { id } });
  if (count > 0)
    throw new ApiError(409, CLASS_HAS_REGISTRATIONS, { userMessage: CLASS_HAS_REGISTRATIONS });
  return callApi('DELETE /api/classes/:id', { params: { id }, ifMatch });
}

export function DeleteClass(props: DeleteClassProps) {
  const { courseClass, version, handleConflict, onDeleted, ...dialog } = props;
  const when = formatSpokenSlot(new Date(courseClass.startTime));
  const remove = async () => {
    try {
      await deleteUnlessRegistered(courseClass.id, version);
    } catch (error) {
      const conflict = handleConflict(error as Error, failed);
      if (!conflict) throw error;
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
      invalidates={['GET /api/classes/all']}
      onDone={onDeleted}
      toast={() => ({ title: 'Class deleted successfully', description: when })}
      failed={failed}
      isFinal={(status) => status >= 400 && status < 500}
    />
  );
}
