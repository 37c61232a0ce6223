import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { adminPeopleCalls, type StudentRow } from '../../contract/admin-people.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { isAccountReset } from '../../course/start-date.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { showRefusal } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';
import { useSaving } from '../ui/use-saving.ts';
import { PersonFields, StartDateField } from './person-fields.tsx';
import { ResetWarning } from './reset-warning.tsx';

interface EditStudentFormProps {
  student: StudentRow;
  onClose: () => void;
  onBusy: (isSaving: boolean) => void;
}

type Values = BodyOf<typeof adminPeopleCalls.editStudent>;

export function EditStudentForm({ student, onClose, onBusy }: EditStudentFormProps) {
  const form = useForm({
    resolver: zodResolver(adminPeopleCalls.editStudent.body),
    defaultValues: valuesOf(student),
  });
  const { errors } = form.formState;
  const [warned, setWarned] = useState<Values>();
  const { isSaving, save } = useSaving('PATCH /api/admin/students/:id', {
    lists: ['GET /api/students', 'GET /api/admin/retreat-registrations/unmatched'],
    onBusy,
    onSaved: ({ accountReset }) => {
      toast({
        title: 'Student information updated successfully.',
        description: accountReset ? resetNotice : undefined,
      });
      onClose();
    },
    onRefused: (error) => showRefusal(form, error, 'Failed to update student information'),
  });
  const saveValues = (body: Values) => {
    setWarned(undefined);
    save({ params: { id: student.id }, body });
  };
  const submit = form.handleSubmit((values) => {
    const from = student.startDate ?? EARLIEST_START_DATE;
    if (isAccountReset(from, values.startDate, student.classesScheduled)) setWarned(values);
    else saveValues(values);
  });

  return (
    <>
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submitText="Update Student"
        pendingText="Updating..."
        isSaving={isSaving}
        problem={errors.root?.message}
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
            <Checkbox label="Receives text messages" checked={value} onChange={onChange} />
          )}
        />
      </DialogForm>
      <ResetWarning
        student={student}
        newDate={warned?.startDate}
        onCancel={() => setWarned(undefined)}
        onConfirm={() => warned && saveValues(warned)}
      />
    </>
  );
}

const resetNotice =
  'The account was reset: all class registrations were cleared and video-meeting registrations cancelled.';

function valuesOf(student: StudentRow) {
  const { email, firstName, lastName, phone, startDate, textConsent } = student;
  return {
    email,
    firstName,
    lastName,
    phone: phone ?? '',
    startDate: startDate ?? '',
    textConsent,
  };
}
