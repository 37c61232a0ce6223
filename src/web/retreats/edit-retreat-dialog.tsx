import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import { editRetreatBody } from '../../contract/retreat-forms.ts';
import { callApi, updateCached } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog, MissingSubject } from '../ui/form-dialog.tsx';
import { SelectField, TextAreaField } from '../ui/form-fields.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

interface EditRetreatDialogProps extends DialogControl {
  /** Undefined when the list has them no more. */
  student: StudentRow | undefined;
}

export function EditRetreatDialog({ student, ...dialog }: EditRetreatDialogProps) {
  if (!student) return <MissingSubject {...dialog}>No student data available</MissingSubject>;
  // The newest stands last, and is the one that the student sees.
  const newest = student.retreatDetails.at(-1);
  if (!newest) return <MissingSubject {...dialog}>No retreat data available</MissingSubject>;
  return <RetreatForm student={student} newest={newest} {...dialog} />;
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

interface RetreatFormProps extends DialogControl {
  student: StudentRow;
  newest: StudentRow['retreatDetails'][number];
}

function RetreatForm({ student, newest, open, onClose }: RetreatFormProps) {
  const { retreatDetails: retreats, firstName, lastName } = student;
  const [chosenId, setChosenId] = useState(newest.id);
  const { form, field, dialog } = useDialogForm({
    schema: editRetreatBody,
    values: valuesOf(newest),
    save: async (body) => {
      await callApi('PATCH /api/admin/retreat-registrations/:id', {
        params: { id: chosenId },
        body,
      });
      return body;
    },
    invalidates: ['GET /api/students'],
    update: (client, words) => renameRetreat(client, chosenId, words),
    toast: ({ retreatTitle }) => ({
      title: 'Retreat registration updated successfully',
      description: retreatTitle,
    }),
    failed: 'Failed to update retreat registration',
    onClose,
  });
  const choose = (id: number) => {
    setChosenId(id);
    form.reset(valuesOf(retreats.find((retreat) => retreat.id === id) ?? newest));
  };
  return (
    <FormDialog
      {...{ open, onClose }}
      {...dialog}
      returnTo="main"
      title="Edit Retreat"
      description={`${firstName} ${lastName}`}
      submitText="Update Retreat"
      pendingText="Updating..."
      head={
        retreats.length > 1 && (
          <div className="mt-5">
            <SelectField
              label="Retreat"
              value={String(chosenId)}
              onChange={(event) => choose(Number(event.target.value))}
              options={retreats.map(({ id, title }) => ({ value: String(id), label: title }))}
            />
          </div>
        )
      }
    >
      <TextField label="Title" {...field('retreatTitle')} />
      <TextAreaField label="Description" {...field('retreatDescription')} />
    </FormDialog>
  );
}

const valuesOf = ({ title, description }: RetreatFormProps['newest']): RetreatWords => ({
  retreatTitle: title,
  retreatDescription: description,
});
