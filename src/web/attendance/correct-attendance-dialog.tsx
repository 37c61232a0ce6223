import type { CurrentCorrection } from '../../contract/attendance.ts';
import { correctAttendanceBody } from '../../contract/attendance-form.ts';
import type { ClassGuest } from '../../contract/class-page.ts';
import type { Correction } from '../../course/attendance-states.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import type { StoredField } from '../ui/use-version.tsx';
import { MakeupNotice } from './makeup-notice.tsx';

interface CorrectAttendanceDialogProps extends DialogControl {
  classId: number;
  startsAt: Date;
  guest: ClassGuest;
}

const labels: Record<Correction, string> = {
  Present: 'Present',
  Missed: 'Missed',
  Excused: 'Excused',
  Withdrawn: 'What Zoom says',
};

const unsaid: CurrentCorrection = {
  status: 'Withdrawn',
  reason: '',
  by: '',
  at: '',
  guestName: null,
  version: 0,
};

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

export function CorrectAttendanceDialog(props: CorrectAttendanceDialogProps) {
  const { classId, startsAt, guest, open, onClose } = props;
  const { personId, name } = guest;
  const correction = guest.correction ?? unsaid;
  const { form, field, dialog } = useDialogForm({
    schema: correctAttendanceBody,
    values: valuesOf(correction),
    stored: { version: correction.version, valuesOf, describe },
    save: ({ status, reason }, ifMatch) => {
      // Whoever was matched to a name and stays Present keeps the name.
      const matched = status === 'Present' && correction.guestName;
      return callApi('PATCH /api/admin/classes/:id/attendance/:personId', {
        params: { id: classId, personId },
        ifMatch,
        body: { status, reason, ...(matched && { guestName: matched }) },
      });
    },
    invalidates: ['GET /api/admin/classes/:id'],
    toast: ({ message }) => ({ title: message, description: name }),
    failed: 'The attendance could not be corrected. Please try again.',
    onClose,
  });
  const choices: Correction[] = ['Present', 'Missed', 'Excused'];
  if (correction.status !== 'Withdrawn') choices.push('Withdrawn');
  return (
    <FormDialog
      {...{ open, onClose }}
      {...dialog}
      returnTo="main"
      title="Correct attendance"
      description={`${name}, ${formatSpokenSlot(startsAt)}. What you say stands over what Zoom reports.`}
      submitText="Save"
      pendingText="Saving..."
    >
      <SelectField
        label="Attendance"
        options={[
          { value: '', label: 'Please choose' },
          ...choices.map((value) => ({ value, label: labels[value] })),
        ]}
        {...field('status')}
      />
      <TextField
        label="Reason"
        hint="Everybody on the staff can read it."
        autoComplete="off"
        {...field('reason')}
      />
      {form.watch('status') === 'Present' && <MakeupNotice guest={guest} />}
    </FormDialog>
  );
}
