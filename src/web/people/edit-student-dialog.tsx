import { Suspense } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { BodyOf } from '../../contract/endpoint.ts';
import { editStudentBody } from '../../contract/forms.ts';
import type { CurrentStudent, peopleCalls, StudentRow } from '../../contract/people.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { isAccountReset } from '../../course/start-date.ts';
import { invalidate } from '../api.ts';
import { DialogForm, FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { formatPhone } from '../ui/format-phone.ts';
import { loadLazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type StoredField, useVersion } from '../ui/use-version.tsx';
import { PersonFields } from './person-fields.tsx';
import { putStudent } from './queries.ts';
import { StartDateField } from './start-date-field.tsx';
import { TextConsentBox } from './text-consent-box.tsx';

const ResetConfirmation = loadLazily(() =>
  import('./student-confirmations.tsx').then((chunk) => chunk.ResetConfirmation),
);
const SignOutConfirmation = loadLazily(() =>
  import('./student-confirmations.tsx').then((chunk) => chunk.SignOutConfirmation),
);

const ErasePersonDialog = loadLazily(() =>
  import('./erase-person-dialog.tsx').then((chunk) => chunk.ErasePersonDialog),
);

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
    defaultValues: valuesOf(student),
  });
  const { errors } = form.formState;
  const reset = useDialog<Values>();
  const signOut = useDialog<true>();
  const erasing = useDialog<true>();
  const { version, notice, handleError, clearConflict } = useVersion({
    form,
    opened: student,
    valuesOf,
    describe,
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
    if (isAccountReset(from, values.startDate, student.classesScheduled)) reset.open(values);
    else saveValues(values);
  });

  return (
    <>
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submitText="Update Student"
        pendingText="Updating..."
        isSaving={save.isPending}
        isDirty={form.formState.isDirty}
        problem={errors.root?.message}
        notice={notice}
      >
        <PersonFields
          bind={(name) => ({ ...form.register(name), error: errors[name]?.message })}
          startDate={
            <Controller
              control={form.control}
              name="startDate"
              render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
                <StartDateField
                  value={value}
                  onChange={onChange}
                  ref={ref}
                  error={error?.message}
                />
              )}
            />
          }
        />
        <Controller
          control={form.control}
          name="textConsent"
          render={({ field: { value, onChange } }) => (
            <TextConsentBox
              person={student}
              phone={form.watch('phone') ?? ''}
              checked={value}
              onChange={onChange}
              error={errors.textConsent?.message}
            />
          )}
        />
        <div className="flex flex-wrap justify-between gap-x-6">
          <TextButton
            aria-haspopup="dialog"
            className="min-h-11 text-sm"
            onClick={() => signOut.open(true)}
          >
            Sign out everywhere
          </TextButton>
          <TextButton
            aria-haspopup="dialog"
            className="min-h-11 text-sm"
            onClick={() => erasing.open(true)}
          >
            Erase…
          </TextButton>
        </div>
      </DialogForm>
      <Suspense>
        {reset.subject && (
          <ResetConfirmation
            student={student}
            newDate={reset.subject.startDate}
            open={reset.isOpen}
            onClose={reset.close}
            onConfirm={() => reset.subject && saveValues(reset.subject)}
          />
        )}
        {signOut.subject && (
          <SignOutConfirmation student={student} open={signOut.isOpen} onClose={signOut.close} />
        )}
        {erasing.subject && (
          <ErasePersonDialog
            person={student}
            open={erasing.isOpen}
            onClose={erasing.close}
            onErased={onClose}
          />
        )}
      </Suspense>
    </>
  );
}

const failed = 'Failed to update student information';
const resetNotice =
  'The account was reset: all class registrations were cleared and video-meeting registrations cancelled.';

function describe(current: CurrentStudent): StoredField<Values>[] {
  const now = valuesOf(current);
  return [
    ['email', 'Email', now.email],
    ['firstName', 'First Name', now.firstName],
    ['lastName', 'Last Name', now.lastName],
    ['phone', 'Phone', now.phone || 'empty'],
    ['startDate', 'Start Date', now.startDate ? formatCalendarDate(now.startDate) : 'empty'],
    ['textConsent', 'Receives text messages', now.textConsent ? 'Yes' : 'No'],
  ];
}

function valuesOf(student: Omit<CurrentStudent, 'version'>): Values {
  const { email, firstName, lastName, phone, startDate, textConsent } = student;
  return {
    email,
    firstName,
    lastName,
    phone: phone ? formatPhone(phone) : '',
    startDate: startDate ?? '',
    textConsent,
  };
}
