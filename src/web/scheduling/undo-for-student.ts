import { UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { toast, toastError } from '../ui/toast.ts';

interface Subject {
  student: { id: number; name: string };
  classNumber: number;
  /** Called after a refusal too: the page is out of date then. */
  onUndone: () => void;
}

/**
 * The part of a toast that undoes a move staff made for a student. Moving the class back by hand does the same: the
 * email about the first move waits as long.
 */
export function useUndoForStudent({ student, classNumber, onUndone }: Subject) {
  const undo = useApiMutation('POST /api/admin/people/:id/registrations/:registrationId/undo', {
    onSuccess: ({ startTime }) => {
      onUndone();
      const when = formatSpokenSlot(new Date(startTime));
      const description = `${student.name}: class ${classNumber} is ${when} again`;
      toast({ title: 'Change undone', description });
    },
    onError: (error) => {
      onUndone();
      toastError(errorMessage(error, 'The change could not be undone.'));
    },
  });
  return (registrationId: number, newClassId: number) => ({
    action: {
      label: 'Undo',
      spoken: `Undo the change of class ${classNumber}`,
      run: () => undo.mutate({ params: { id: student.id, registrationId }, body: { newClassId } }),
    },
    durationMs: UNDO_MOVE_HELD_MS,
  });
}
