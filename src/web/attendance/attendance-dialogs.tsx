import * as z from 'zod/mini';
import { type CurrentCorrection, correctAttendanceBody } from '../../contract/attendance.ts';
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
  guest: Pick<ClassGuest, 'personId' | 'name' | 'classNumber' | 'makeup'> & {
    correction: Partial<CurrentCorrection> | null;
  };
  preset?: 'Excused' | 'Withdrawn' | undefined;
  returnTo?: string | undefined;
}

function textsOf({ guest: { name, classNumber }, preset }: CorrectAttendanceDialogProps) {
  if (preset === 'Excused') {
    const effect = 'They won’t need a makeup class, no matter what Zoom reports.';
    const saved = `Excused from Class ${classNumber}`;
    return { title: `Excuse ${name}?`, effect, submitText: 'Excuse', saved };
  }
  if (preset === 'Withdrawn') {
    const effect = 'Zoom’s attendance report will apply again.';
    const saved = `No longer excused from Class ${classNumber}`;
    return { title: 'Withdraw the excuse?', effect, submitText: 'Withdraw', saved };
  }
  const effect = 'Your correction will override Zoom’s report.';
  return { title: 'Correct attendance', effect, submitText: 'Save', saved: 'Attendance corrected' };
}

const noChoice = ['', 'Please choose'] as const;
const labels: Record<Correction, string> = {
  Present: 'Present',
  Missed: 'Missed',
  Excused: 'Excused',
  Withdrawn: 'As reported by Zoom',
};

export const reasonProps = {
  label: 'Reason',
  hint: 'All staff can see this.',
  autoComplete: 'off',
};

function saveCorrection(
  classId: number,
  personId: number,
  ifMatch: number,
  body: z.infer<typeof correctAttendanceBody>,
) {
  const params = { id: classId, personId };
  return callApi('PATCH /api/admin/classes/:id/attendance/:personId', { params, ifMatch, body });
}

type Values = { status: Correction; reason: string };

function valuesOf({ status, reason }: Values): Values {
  return status === 'Withdrawn' ? { status: '' as Correction, reason: '' } : { status, reason };
}

function describe({ status, reason, by }: CurrentCorrection): StoredField<Values>[] {
  return [
    ['status', `Attendance (changed by ${by})`, labels[status]],
    ['reason', 'Reason', reason],
  ];
}

export function CorrectAttendanceDialog(props: CorrectAttendanceDialogProps) {
  const { classId, startsAt, guest, preset, returnTo, ...control } = props;
  const { title, effect, submitText, saved } = textsOf(props);
  const when = formatSpokenSlot(startsAt);
  const { personId, name, classNumber } = guest;
  const which = classNumber ? `Class ${classNumber} on ` : '';
  const { version = 0, status = 'Withdrawn', reason = '' } = guest.correction ?? {};
  const { form, field, dialog } = useDialogForm(control, {
    schema: correctAttendanceBody,
    values: preset ? { status: preset, reason: '' } : valuesOf({ status, reason }),
    stored: { version, valuesOf, describe },
    save: (values, ifMatch) => {
      // Keep the matched guest name if the person is still marked Present.
      const guestName = values.status === 'Present' && guest.correction?.guestName;
      const body = {
        ...values,
        ...(preset && { status: preset }),
        ...(guestName && { guestName }),
      };
      return saveCorrection(classId, personId, ifMatch, body);
    },
    invalidates: ['GET /api/admin/classes/:id', 'GET /api/admin/people/:id'],
    toast: () => ({ title: saved, description: `${name}: ${when}` }),
    failed: 'We couldn’t correct the attendance. Please try again.',
  });
  const choices: Correction[] = ['Present', 'Missed', 'Excused'];
  if (status !== 'Withdrawn') choices.push('Withdrawn');
  return (
    <FormDialog
      {...dialog}
      returnTo={returnTo}
      title={title}
      description={`${name}, ${which}${when}. ${effect}`}
      submitText={submitText}
    >
      {!preset && (
        <SelectField
          label="Attendance"
          options={[noChoice, ...choices.map((value) => [value, labels[value]] as const)]}
          {...field('status')}
        />
      )}
      <TextField {...reasonProps} {...field('reason')} />
      {form.watch('status') === 'Present' && <MakeupNotice guest={guest} />}
    </FormDialog>
  );
}

interface MatchGuestDialogProps extends DialogControl {
  classId: number;
  unknown: UnknownGuest;
  guests: ClassGuest[];
}

const matchForm = z.object({
  personId: z.string().check(z.minLength(1, 'Please choose who it was')),
  reason: correctAttendanceBody.shape.reason,
});

export function MatchGuestDialog(props: MatchGuestDialogProps) {
  const { classId, unknown, guests, ...control } = props;
  const find = (chosen: string) => guests.find(({ personId }) => String(personId) === chosen);
  const { form, field, dialog } = useDialogForm(control, {
    schema: matchForm,
    values: { personId: '', reason: 'Joined with the shared link' },
    save: ({ personId, reason }) => {
      const version = find(personId)?.correction?.version ?? 0;
      const body = { status: 'Present' as const, reason, guestName: unknown.name };
      return saveCorrection(classId, Number(personId), version, body);
    },
    invalidates: ['GET /api/admin/classes/:id'],
    failed: 'We couldn’t match this guest. Please try again.',
  });
  const chosen = find(form.watch('personId'));
  return (
    <FormDialog
      {...dialog}
      title={`Who was “${unknown.name}”?`}
      description="This guest didn’t use a personal link, so Zoom can’t tell us who it was. We’ll mark the person you choose as Present."
      submitText="Save"
    >
      <SelectField
        label="Who was it?"
        options={[
          noChoice,
          ...guests.map(
            ({ personId, name, classNumber }) =>
              [String(personId), `${name}, Class ${classNumber}`] as const,
          ),
        ]}
        {...field('personId')}
      />
      <TextField {...reasonProps} {...field('reason')} />
      {chosen && <MakeupNotice guest={chosen} />}
    </FormDialog>
  );
}

function MakeupNotice({ guest }: { guest: Pick<ClassGuest, 'name' | 'makeup'> }) {
  const { name, makeup } = guest;
  if (!makeup) return null;
  return (
    <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
      {name} won’t need the makeup on {formatSlot(new Date(makeup.startTime))} anymore. We’ll cancel
      it and email {name}, unless they already attended it or have another class that week.
    </p>
  );
}
