import { useForm } from 'react-hook-form';
import type { BodyOf } from '../../contract/endpoint.ts';
import { editStudentBody } from '../../contract/forms.ts';
import type { peopleCalls, StudentRow } from '../../contract/people.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { isAccountReset } from '../../course/start-date.ts';
import { invalidate } from '../api.ts';
import { FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { toast } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { useVersion } from '../ui/use-version.tsx';
import { describeMember, MemberForm, valuesOfMember } from './member-form.tsx';
import { putStudent } from './queries.ts';

const { ResetConfirmation } = lazily(() => import('./student-confirmations.tsx'));
interface EditStudentDialogProps {
  /** Undefined when the list has them no more. */
  student: StudentRow | undefined;
  open: boolean;
  onClose: () => void;
}

export function EditStudentDialog({ student, open, onClose }: EditStudentDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      missing={student ? undefined : 'No student data available'}
      returnTo="main"
      title="Edit Student"
      description={student && `${student.firstName} ${student.lastName}`}
    >
      {student && <EditStudentForm student={student} onClose={onClose} />}
    </FormDialog>
  );
}

interface EditStudentFormProps {
  student: StudentRow;
  onClose: () => void;
}

type Values = BodyOf<typeof peopleCalls.editStudent>;

export function EditStudentForm({ student, onClose }: EditStudentFormProps) {
  const form = useForm({
    resolver: schemaResolver(editStudentBody),
    defaultValues: valuesOfMember(student),
  });
  const reset = useDialog<Values>();
  const { version, notice, handleError, clearConflict } = useVersion({
    form,
    opened: student,
    valuesOf: valuesOfMember,
    describe: describeMember,
    failed,
  });
  const save = useSaveMutation('PATCH /api/admin/students/:id', {
    invalidates: ['GET /api/students', 'GET /api/admin/retreat-registrations/unmatched'],
    update: (client, { student: saved }) => {
      putStudent(client, saved);
      invalidate(client, 'GET /api/admin/retreat-registrations/unmatched');
    },
    onSuccess: ({ accountReset }) => {
      toast({
        title: 'Student information updated successfully.',
        description: accountReset ? resetNotice : undefined,
      });
      onClose();
    },
    onError: handleError,
  });
  const saveValues = (body: Values) => {
    reset.close();
    clearConflict();
    save.mutate({ params: { id: student.id }, body, ifMatch: version });
  };
  const submit = form.handleSubmit((values) => {
    const from = student.startDate ?? EARLIEST_START_DATE;
    if (isAccountReset(from, values.startDate, student.classDetails.length)) reset.open(values);
    else saveValues(values);
  });

  return (
    <>
      <MemberForm
        person={student}
        form={form}
        onSubmit={submit}
        onClose={onClose}
        submitText="Update Student"
        isSaving={save.isPending}
        notice={notice}
      />
      {reset.render((dialog, subject) => (
        <ResetConfirmation
          student={student}
          newDate={subject.startDate}
          {...dialog}
          onConfirm={() => subject && saveValues(subject)}
        />
      ))}
    </>
  );
}

const failed = 'Failed to update student information';
const resetNotice =
  'The account was reset: all class registrations were cleared and video-meeting registrations cancelled. It can be undone for a day, on the page of the student.';
