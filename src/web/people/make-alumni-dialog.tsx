import { useQueryClient } from '@tanstack/react-query';
import type { FinishedStudent, MadeAlumni } from '../../contract/people-changes.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { invalidateMembers } from './change-queries.ts';

interface MakeAlumniDialogProps {
  students: FinishedStudent[];
  open: boolean;
  onClose: () => void;
  onMade: (made: MadeAlumni) => void;
}

const failure = 'They could not be made alumni. Please try again.';

/** What becomes of many, before it is done. */
export function MakeAlumniDialog({ students, open, onClose, onMade }: MakeAlumniDialogProps) {
  const client = useQueryClient();
  const make = useApiMutation('POST /api/admin/make-alumni', {
    onSuccess: (made) => {
      onMade(made);
      invalidateMembers(client);
      onClose();
    },
  });
  const people = students.length === 1 ? '1 person' : `${formatCount(students.length)} people`;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        make.reset();
        onClose();
      }}
      title={`Make ${people} alumni?`}
      description={`Each gets a mail that says what they can do now, with a login link, and is asked anew about texts. What they attended stays.${givenBack(students)}`}
      confirmText="Make Alumni"
      confirmVariant="primary"
      pendingText="Saving..."
      isPending={make.isPending}
      problem={make.error ? errorMessage(make.error, failure) : undefined}
      onConfirm={() => make.mutate({ body: { ids: students.map(({ id }) => id) } })}
    />
  );
}

function givenBack(chosen: FinishedStudent[]): string {
  const count = chosen.filter(({ upcoming }) => upcoming > 0).length;
  if (count === 0) return '';
  return ` ${count === 1 ? '1 of them has' : `${count} of them have`} classes to come, which are given back.`;
}
