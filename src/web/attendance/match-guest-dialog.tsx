import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { correctAttendanceBody } from '../../contract/attendance-form.ts';
import type { ClassGuest, UnknownGuest } from '../../contract/class-page.ts';
import { TextField } from '../ui/field.tsx';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import { toast } from '../ui/toast.ts';
import { MakeupNotice } from './makeup-notice.tsx';

interface MatchGuestDialogProps {
  classId: number;
  unknown: UnknownGuest;
  /** Those whom it may have been. */
  guests: ClassGuest[];
  open: boolean;
  onClose: () => void;
}

/** Says who a guest without their own link was, which marks them Present by hand. */
export function MatchGuestDialog(props: MatchGuestDialogProps) {
  const { unknown, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title={`Who was “${unknown.name}”?`}
      description="This guest did not use their own link, so Zoom does not say who it was. The person you choose will be marked Present."
    >
      <MatchGuestForm {...props} />
    </FormDialog>
  );
}

const matchForm = z.object({
  personId: z.string().check(z.minLength(1, 'Please choose who it was')),
  reason: correctAttendanceBody.shape.reason,
});

const failed = 'They could not be matched. Please try again.';

function MatchGuestForm({ classId, unknown, guests, onClose }: MatchGuestDialogProps) {
  const form = useForm({
    resolver: schemaResolver(matchForm),
    defaultValues: { personId: '', reason: 'Came by the shared link' },
  });
  const save = useSaveMutation('PATCH /api/admin/classes/:id/attendance/:personId', {
    invalidates: ['GET /api/admin/classes/:id'],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onClose();
    },
    onError: (error) => showFormError(form, error, failed),
  });
  const chosenId = form.watch('personId');
  const chosen = guests.find(({ personId }) => String(personId) === chosenId);
  const submit = form.handleSubmit(({ reason }) => {
    if (!chosen) return;
    save.mutate({
      params: { id: classId, personId: chosen.personId },
      ifMatch: chosen.correction?.version ?? 0,
      body: { status: 'Present', reason, guestName: unknown.name },
    });
  });
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText="Save"
      pendingText="Saving..."
      isSaving={save.isPending}
      isDirty={form.formState.isDirty}
      problem={errors.root?.message}
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
        {...form.register('personId')}
        error={errors.personId?.message}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        {...form.register('reason')}
        error={errors.reason?.message}
      />
      {chosen && <MakeupNotice guest={chosen} />}
    </DialogForm>
  );
}
