import { correctAttendanceBody } from '../../contract/attendance-form.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

interface ExcuseDialogProps extends DialogControl {
  student: { id: number; name: string };
  classNumber: number;
  registration: { classId: number; startTime: string; correctionVersion: number };
  /** They are excused, and no longer are afterwards. */
  isWithdrawal: boolean;
}

/** That a student need not come to a class, or need not make up for one; or that this is taken back. */
export function ExcuseDialog(props: ExcuseDialogProps) {
  const { student, classNumber, registration, isWithdrawal, ...control } = props;
  const { classId, startTime, correctionVersion } = registration;
  const when = formatSpokenSlot(new Date(startTime));
  const { field, dialog } = useDialogForm({
    schema: correctAttendanceBody,
    values: {
      status: isWithdrawal ? ('Withdrawn' as const) : ('Excused' as const),
      reason: '',
    },
    save: (body) =>
      callApi('PATCH /api/admin/classes/:id/attendance/:personId', {
        params: { id: classId, personId: student.id },
        ifMatch: correctionVersion,
        body,
      }),
    invalidates: ['GET /api/admin/people/:id'],
    toast: () => ({
      title: `Class ${classNumber} ${isWithdrawal ? 'no longer excused' : 'excused'}`,
      description: `${student.name}: ${when}`,
    }),
    failed: 'It could not be saved. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo={`course-class-${classNumber}`}
      title={isWithdrawal ? 'Withdraw the excuse?' : `Excuse ${student.name}?`}
      description={
        isWithdrawal
          ? `Class ${classNumber} of ${student.name}, ${when}. What Zoom reports counts again.`
          : `Class ${classNumber}, ${when}. They have nothing to make up for, and it stays so whatever Zoom reports.`
      }
      submitText={isWithdrawal ? 'Withdraw' : 'Excuse'}
      pendingText="Saving..."
    >
      <TextField
        label="Reason"
        hint="Everybody on the staff can read it."
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}
