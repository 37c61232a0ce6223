import { useForm } from 'react-hook-form';
import type { CurrentCorrection } from '../../contract/attendance.ts';
import { correctAttendanceBody } from '../../contract/attendance-form.ts';
import type { ClassGuest } from '../../contract/class-page.ts';
import type { Correction } from '../../course/attendance-states.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { TextField } from '../ui/field.tsx';
import { DialogForm, FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import { toast } from '../ui/toast.ts';
import { type StoredField, useVersion } from '../ui/use-version.tsx';
import { MakeupNotice } from './makeup-notice.tsx';

interface CorrectAttendanceDialogProps {
  classId: number;
  startsAt: Date;
  guest: ClassGuest;
  open: boolean;
  onClose: () => void;
}

export function CorrectAttendanceDialog(props: CorrectAttendanceDialogProps) {
  const { guest, startsAt, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title="Correct attendance"
      description={`${guest.name}, ${formatSpokenSlot(startsAt)}. What you say stands over what Zoom reports.`}
    >
      <CorrectAttendanceForm {...props} />
    </FormDialog>
  );
}

const labels: Record<Correction, string> = {
  Present: 'Present',
  Missed: 'Missed',
  Excused: 'Excused',
  Withdrawn: 'What Zoom says',
};

const unsaid = {
  status: 'Withdrawn',
  reason: '',
  by: '',
  at: '',
  guestName: null,
  version: 0,
} as const;

type Values = { status: Correction; reason: string };

/** Empty until somebody chooses: nothing is proposed. */
function valuesOf({ status, reason }: CurrentCorrection): Values {
  return status === 'Withdrawn' ? { status: '' as Correction, reason: '' } : { status, reason };
}

function describe({ status, reason, by }: CurrentCorrection): StoredField<Values>[] {
  return [
    ['status', `Attendance (by ${by})`, labels[status]],
    ['reason', 'Reason', reason],
  ];
}

const failed = 'The attendance could not be corrected. Please try again.';

function CorrectAttendanceForm({ classId, guest, onClose }: CorrectAttendanceDialogProps) {
  const { personId, name, correction } = guest;
  const form = useForm({
    resolver: schemaResolver(correctAttendanceBody),
    defaultValues: valuesOf(correction ?? unsaid),
  });
  const { version, notice, handleError, clearConflict } = useVersion({
    form,
    opened: correction ?? unsaid,
    valuesOf,
    describe,
    failed,
  });
  const save = useSaveMutation('PATCH /api/admin/classes/:id/attendance/:personId', {
    invalidates: ['GET /api/admin/classes/:id'],
    onSuccess: ({ message }) => {
      toast({ title: message, description: name });
      onClose();
    },
    onError: handleError,
  });
  const submit = form.handleSubmit(({ status, reason }) => {
    clearConflict();
    // Whoever was matched to a name and stays Present keeps the name.
    const matched = status === 'Present' && correction?.guestName;
    save.mutate({
      params: { id: classId, personId },
      ifMatch: version,
      body: { status, reason, ...(matched && { guestName: matched }) },
    });
  });
  const isCorrected = correction !== null && correction.status !== 'Withdrawn';
  const choices: Correction[] = ['Present', 'Missed', 'Excused', ...(isCorrected ? withdrawn : [])];
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText="Save"
      pendingText="Saving..."
      isSaving={save.isPending}
      isDirty={form.formState.isDirty}
      notice={notice}
    >
      <SelectField
        label="Attendance"
        options={[
          { value: '', label: 'Please choose' },
          ...choices.map((value) => ({ value, label: labels[value] })),
        ]}
        {...form.register('status')}
        error={errors.status?.message}
      />
      <TextField
        label="Reason"
        hint="Everybody on the staff can read it."
        autoComplete="off"
        {...form.register('reason')}
        error={errors.reason?.message}
      />
      {form.watch('status') === 'Present' && <MakeupNotice guest={guest} />}
    </DialogForm>
  );
}

const withdrawn = ['Withdrawn'] as const;
