import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { StudentRow } from '../../contract/people.ts';
import { editRetreatBody } from '../../contract/retreat-forms.ts';
import { updateCached } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { SelectField, TextAreaField } from '../ui/form-fields.tsx';
import { toast } from '../ui/toast.ts';

type Retreat = StudentRow['retreatDetails'][number];

interface EditRetreatDialogProps {
  student: StudentRow | undefined;
  open: boolean;
  onClose: () => void;
}

export function EditRetreatDialog({ student, open, onClose }: EditRetreatDialogProps) {
  const [chosenId, setChosenId] = useState<number>();
  const retreats = student?.retreatDetails ?? [];
  // The newest stands last, and is the one that the student sees.
  const retreat = retreats.find(({ id }) => id === chosenId) ?? retreats.at(-1);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      missing={
        retreat ? undefined : student ? 'No retreat data available' : 'No student data available'
      }
      returnTo="main"
      title="Edit Retreat"
      description={student && `${student.firstName} ${student.lastName}`}
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
      {retreat && <RetreatForm key={retreat.id} retreat={retreat} onClose={onClose} />}
    </FormDialog>
  );
}

interface RetreatWords {
  retreatTitle: string;
  retreatDescription: string;
}

/** In the list of students, which is not fetched again for that. */
function renameRetreat(client: QueryClient, id: number, words: RetreatWords): void {
  const saved = {
    id,
    title: words.retreatTitle.trim(),
    description: words.retreatDescription.trim(),
  };
  updateCached(client, 'GET /api/students', (students) =>
    students.map((student) =>
      student.retreatDetails.some((retreat) => retreat.id === id)
        ? {
            ...student,
            retreatDetails: student.retreatDetails.map((retreat) =>
              retreat.id === id ? saved : retreat,
            ),
          }
        : student,
    ),
  );
}

interface RetreatFormProps {
  retreat: Retreat;
  onClose: () => void;
}

function RetreatForm({ retreat, onClose }: RetreatFormProps) {
  const form = useForm({
    resolver: schemaResolver(editRetreatBody),
    defaultValues: { retreatTitle: retreat.title, retreatDescription: retreat.description },
  });
  const { errors } = form.formState;
  const save = useSaveMutation('PATCH /api/admin/retreat-registrations/:id', {
    invalidates: ['GET /api/students'],
    update: (client) => renameRetreat(client, retreat.id, form.getValues()),
    onSuccess: () => {
      toast({
        title: 'Retreat registration updated successfully',
        description: form.getValues('retreatTitle'),
      });
      onClose();
    },
    onError: (error) => showFormError(form, error, 'Failed to update retreat registration'),
  });
  const submit = form.handleSubmit((body) => save.mutate({ params: { id: retreat.id }, body }));
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText="Update Retreat"
      pendingText="Updating..."
      isSaving={save.isPending}
      isDirty={form.formState.isDirty}
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
