import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { StudentRow } from '../../contract/admin-people.ts';
import { retreatCalls } from '../../contract/retreat.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { TextField } from '../ui/field.tsx';
import { showRefusal } from '../ui/form-refusal.ts';
import { NoData } from '../ui/no-data.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import { toast } from '../ui/toast.ts';
import { useSaving } from '../ui/use-saving.ts';

type Retreat = StudentRow['retreatDetails'][number];

interface EditRetreatDialogProps {
  student: StudentRow | undefined;
  open: boolean;
  onClose: () => void;
}

export function EditRetreatDialog({ student, open, onClose }: EditRetreatDialogProps) {
  const [isSaving, setSaving] = useState(false);
  const [chosenId, setChosenId] = useState<number>();
  const retreats = student?.retreatDetails ?? [];
  // The newest stands last, and is the one that the student sees.
  const retreat = retreats.find(({ id }) => id === chosenId) ?? retreats.at(-1);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      returnTo="main"
      title="Edit Retreat"
      description={
        student ? `${student.firstName} ${student.lastName}` : 'No student data available'
      }
    >
      {retreats.length > 1 && (
        <div className="mt-5">
          <SelectField
            label="Retreat"
            value={String(retreat?.id)}
            onChange={(event) => setChosenId(Number(event.target.value))}
            options={retreats.map(({ id, title }) => ({ value: String(id), label: title }))}
          />
        </div>
      )}
      {retreat ? (
        <RetreatForm key={retreat.id} retreat={retreat} onClose={onClose} onBusy={setSaving} />
      ) : (
        <NoData onClose={onClose}>No retreat data available</NoData>
      )}
    </Dialog>
  );
}

interface RetreatFormProps {
  retreat: Retreat;
  onClose: () => void;
  onBusy: (isSaving: boolean) => void;
}

function RetreatForm({ retreat, onClose, onBusy }: RetreatFormProps) {
  const form = useForm({
    resolver: zodResolver(retreatCalls.editRetreatRegistration.body),
    defaultValues: { retreatTitle: retreat.title, retreatDescription: retreat.description },
  });
  const { errors } = form.formState;
  const { isSaving, save } = useSaving('PATCH /api/admin/retreat-registrations/:id', {
    lists: ['GET /api/students'],
    onBusy,
    onSaved: () => {
      toast({ title: 'Retreat registration updated successfully' });
      onClose();
    },
    onRefused: (error) => showRefusal(form, error, 'Failed to update retreat registration'),
  });
  const submit = form.handleSubmit((body) => save({ params: { id: retreat.id }, body }));
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText="Update Retreat"
      pendingText="Updating..."
      isSaving={isSaving}
      problem={errors.root?.message}
    >
      <TextField
        label="Title"
        {...form.register('retreatTitle')}
        error={errors.retreatTitle?.message}
      />
      <TextAreaField
        label="Description"
        {...form.register('retreatDescription')}
        error={errors.retreatDescription?.message}
      />
    </DialogForm>
  );
}
