import { useForm } from 'react-hook-form';
import { editAlumnusFields } from '../../contract/forms.ts';
import type { AlumniRow, CurrentMember } from '../../contract/people.ts';
import { FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { useVersion } from '../ui/use-version.tsx';
import { describeMember, MemberForm, valuesOfMember } from './member-form.tsx';

type Alumnus = CurrentMember & Pick<AlumniRow, 'id' | 'textRefusal' | 'hasSignedIn'>;

interface EditAlumnusDialogProps {
  /** Undefined when the list has them no more. */
  alumnus: Alumnus | undefined;
  open: boolean;
  onClose: () => void;
}

/** The same as of a student, but for the start date, which clears nothing here. */
export function EditAlumnusDialog({ alumnus, open, onClose }: EditAlumnusDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      missing={alumnus ? undefined : 'They are not one of the alumni any more'}
      returnTo="main"
      title="Edit Alumni"
      description={alumnus && `${alumnus.firstName} ${alumnus.lastName}`}
    >
      {alumnus && <EditAlumnusForm alumnus={alumnus} onClose={onClose} />}
    </FormDialog>
  );
}

const failed = 'Failed to update alumni information';

function EditAlumnusForm({ alumnus, onClose }: { alumnus: Alumnus; onClose: () => void }) {
  const form = useForm({
    resolver: schemaResolver(editAlumnusFields),
    defaultValues: valuesOfMember(alumnus),
  });
  const { version, notice, handleError, clearConflict } = useVersion({
    form,
    opened: alumnus,
    valuesOf: valuesOfMember,
    describe: describeMember,
    failed,
  });
  const save = useSaveMutation('PATCH /api/admin/alumni/:id', {
    invalidates: ['GET /api/alumni', 'GET /api/admin/retreat-registrations/unmatched'],
    onSuccess: () => {
      toast({ title: 'Alumni information updated successfully.' });
      onClose();
    },
    onError: handleError,
  });
  const submit = form.handleSubmit(({ startDate, ...values }) => {
    clearConflict();
    const body = { ...values, startDate: startDate || null };
    save.mutate({ params: { id: alumnus.id }, body, ifMatch: version });
  });
  return (
    <MemberForm
      person={alumnus}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitText="Update Alumni"
      isSaving={save.isPending}
      notice={notice}
    />
  );
}
