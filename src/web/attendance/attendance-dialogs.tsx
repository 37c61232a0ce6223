import * as z from 'zod/mini';
import type { CurrentCorrection } from '../../contract/attendance.ts';
import { correctAttendanceBody } from '../../contract/attendance.ts';
import type { ClassGuest, UnknownGuest } from '../../contract/class-page.ts';
import type { Correction } from '../../course/attendance-states.ts';
import { formatSlot, formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { type StoredField, useDialogForm } from '../ui/use-dialog-form.tsx';

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

type Values = { status: Correction; reason: string };

/** Empty until somebody chooses: nothing is proposed. */
function valuesOf({ status, reason }: Values): Values {
  return status === 'Withdrawn' ? { status: '' as Correction, reason: '' } : { status, reason };
}

function describe({ status, reason, by }: CurrentCorrection): StoredField<Values>[] {
  return [
    ['status', `Attendance (by ${by})`, labels[status]],
    ['reason', 'Reason', reason],
  ];
}

export function CorrectAttendanceDialog(props: CorrectAttendanceDialogProps) {
  const { classId, startsAt, guest, ...control } = props;
  const { personId, name } = guest;
  const { version = 0, status = 'Withdrawn', reason = '' } = guest.correction ?? {};
  const { form, field, dialog } = useDialogForm({
    schema: correctAttendanceBody,
    values: valuesOf({ status, reason }),
    stored: { version, valuesOf, describe },
    save: (said, ifMatch) => {
      // Whoever was matched to a name and stays Present keeps the name.
      const guestName = said.status === 'Present' && guest.correction?.guestName;
      return callApi('PATCH /api/admin/classes/:id/attendance/:personId', {
        params: { id: classId, personId },
        ifMatch,
        body: { ...said, ...(guestName && { guestName }) },
      });
    },
    invalidates: ['GET /api/admin/classes/:id'],
    toast: ({ message }) => ({ title: message, description: name }),
    failed: 'The attendance could not be corrected. Please try again.',
    ...control,
  });
  const choices: Correction[] = ['Present', 'Missed', 'Excused'];
  if (status !== 'Withdrawn') choices.push('Withdrawn');
  return (
    <FormDialog
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

interface MatchGuestDialogProps extends DialogControl {
  classId: number;
  unknown: UnknownGuest;
  /** Those whom it may have been. */
  guests: ClassGuest[];
}

const matchForm = z.object({
  personId: z.string().check(z.minLength(1, 'Please choose who it was')),
  reason: correctAttendanceBody.shape.reason,
});

/** Says who a guest without their own link was, which marks them Present by hand. */
export function MatchGuestDialog(props: MatchGuestDialogProps) {
  const { classId, unknown, guests, ...control } = props;
  const find = (chosen: string) => guests.find(({ personId }) => String(personId) === chosen);
  const { form, field, dialog } = useDialogForm({
    schema: matchForm,
    values: { personId: '', reason: 'Came by the shared link' },
    save: ({ personId, reason }) =>
      callApi('PATCH /api/admin/classes/:id/attendance/:personId', {
        params: { id: classId, personId: Number(personId) },
        ifMatch: find(personId)?.correction?.version ?? 0,
        body: { status: 'Present', reason, guestName: unknown.name },
      }),
    invalidates: ['GET /api/admin/classes/:id'],
    toast: ({ message }) => ({ title: message }),
    failed: 'They could not be matched. Please try again.',
    ...control,
  });
  const chosen = find(form.watch('personId'));
  return (
    <FormDialog
      {...dialog}
      returnTo="main"
      title={`Who was “${unknown.name}”?`}
      description="This guest did not use their own link, so Zoom does not say who it was. The person you choose will be marked Present."
      submitText="Save"
      pendingText="Saving..."
    >
      <SelectField
        label="Who it was"
        options={[
          { value: '', label: 'Please choose' },
          ...guests.map(({ personId, name, classNumber }) => ({
            value: String(personId),
            label: `${name}, class ${classNumber}`,
          })),
        ]}
        {...field('personId')}
      />
      <TextField label="Reason" autoComplete="off" {...field('reason')} />
      {chosen && <MakeupNotice guest={chosen} />}
    </FormDialog>
  );
}

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

/** What becomes of a makeup once its student turns out to have been in the class that they missed. */
function MakeupNotice({ guest }: { guest: Pick<ClassGuest, 'name' | 'makeup'> }) {
  const { name, makeup } = guest;
  if (!makeup) return null;
  return (
    <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
      {name} no longer needs the makeup on {formatSlot(new Date(makeup.startTime))}. It will be
      canceled and {name} will get an email, unless they have been to it or have another class in
      this week.
    </p>
  );
}
