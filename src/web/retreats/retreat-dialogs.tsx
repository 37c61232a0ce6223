import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import { editRetreatBody, enterRetreatBody } from '../../contract/retreat-forms.ts';
import { callApi, invalidate, updateCached } from '../api.ts';
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

function RetreatForm({ student, newest, ...control }: RetreatFormProps) {
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
    ...control,
  });
  const choose = (id: number) => {
    setChosenId(id);
    form.reset(valuesOf(retreats.find((retreat) => retreat.id === id) ?? newest));
  };
  return (
    <FormDialog
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

interface Student {
  id: number;
  firstName: string;
  lastName: string;
}

interface EnterRetreatDialogProps extends DialogControl {
  /** Undefined when the list has them no more. */
  student: Student | undefined;
}

/** For a student who booked by phone. */
export function EnterRetreatDialog({ student, ...dialog }: EnterRetreatDialogProps) {
  if (!student) return <MissingSubject {...dialog}>No student data available</MissingSubject>;
  return <EnterRetreatForm student={student} {...dialog} />;
}

const blank = { retreatTitle: '', retreatDescription: '', date: '', from: '09:00', until: '17:00' };

function EnterRetreatForm({ student, ...control }: DialogControl & { student: Student }) {
  const { id, firstName, lastName } = student;
  const { field, dialog } = useDialogForm({
    schema: enterRetreatBody,
    values: blank,
    save: (body) => callApi('POST /api/admin/people/:id/retreats', { params: { id }, body }),
    invalidates: ['GET /api/admin/people/:id'],
    update: (client, entered) => addEnteredRetreat(client, id, entered),
    toast: () => ({
      title: 'Retreat entered',
      description: `${firstName} sees it on their schedule.`,
    }),
    failed: 'Failed to enter the retreat',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="main"
      title="Enter a Retreat"
      description={`For ${firstName} ${lastName}, who booked elsewhere than on the retreat site.`}
      submitText="Enter Retreat"
      pendingText="Entering..."
    >
      <TextField label="Title" {...field('retreatTitle')} />
      <TextAreaField label="Description" {...field('retreatDescription')} />
      <TextField
        label="Date (optional)"
        type="date"
        hint="With a date it stands in the student’s calendar. Times are Pacific."
        {...field('date')}
      />
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <TextField label="From" type="time" {...field('from')} />
        <TextField label="Until" type="time" {...field('until')} />
      </div>
    </FormDialog>
  );
}

interface Entered {
  id: number;
  retreatTitle: string;
  retreatDescription: string;
}

/** Into the list of students, which is not fetched again for that; the person's page is. */
function addEnteredRetreat(client: QueryClient, studentId: number, entered: Entered): void {
  const { id, retreatTitle: title, retreatDescription: description } = entered;
  updateCached(client, 'GET /api/students', (students) =>
    students.map((student) =>
      student.id === studentId && student.retreatDetails.every((one) => one.id !== id)
        ? {
            ...student,
            retreatScheduled: 'Yes',
            retreatDetails: [...student.retreatDetails, { id, title, description }],
          }
        : student,
    ),
  );
  invalidate(client, 'GET /api/admin/people/:id');
}
