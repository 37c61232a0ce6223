import * as z from 'zod/mini';
import { correctAttendanceBody } from '../../contract/attendance-form.ts';
import type { ClassGuest, UnknownGuest } from '../../contract/class-page.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { MakeupNotice } from './makeup-notice.tsx';

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
  const { classId, unknown, guests, open, onClose } = props;
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
    onClose,
  });
  const chosen = find(form.watch('personId'));
  return (
    <FormDialog
      {...{ open, onClose }}
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
