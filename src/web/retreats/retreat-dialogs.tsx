import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import { editRetreatBody, enterRetreatBody } from '../../contract/retreats.ts';
import { fullName } from '../../course/full-name.ts';
import { callApi, invalidate, updateCached } from '../api.ts';
import { DateField } from '../ui/date-field.tsx';
import { anyDate } from '../ui/date-picker.tsx';
import { type Option, SelectField, TextAreaField, TextField } from '../ui/field.tsx';
import { aboutSubject, FormDialog, MissingSubject } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

const noStudent = 'No student data available';
export const EditRetreatDialog = aboutSubject('student', noStudent, EditRetreat);
export const EnterRetreatDialog = aboutSubject('student', noStudent, EnterRetreat);

type RetreatDialogProps = DialogControl & { student: StudentRow };

function EditRetreat({ student, ...dialog }: RetreatDialogProps) {
  // Students see only their newest retreat, which is the last one in this list.
  const newest = student.retreatDetails.at(-1);
  if (!newest) return <MissingSubject {...dialog}>No retreat data available</MissingSubject>;
  return <RetreatForm student={student} newest={newest} {...dialog} />;
}

type Retreat = StudentRow['retreatDetails'][number];

/** Updates the cached student list instead of refetching it, because it can have thousands of rows. */
function changeStudents(client: QueryClient, change: (student: StudentRow) => StudentRow): void {
  updateCached(client, 'GET /api/students', (students) => students.map(change));
}

function RetreatForm({ student, newest, ...control }: RetreatDialogProps & { newest: Retreat }) {
  const { retreatDetails: retreats } = student;
  const [chosenId, setChosenId] = useState(newest.id);
  const { form, field, dialog } = useDialogForm(control, {
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
    update: (client, { retreatTitle: title, retreatDescription: description }) =>
      changeStudents(client, (other) => ({
        ...other,
        retreatDetails: other.retreatDetails.map((retreat) =>
          retreat.id === chosenId ? { ...retreat, title, description } : retreat,
        ),
      })),
    toast: ({ retreatTitle }) => ({
      title: 'Retreat registration updated successfully',
      description: retreatTitle,
    }),
    failed: 'Failed to update retreat registration',
  });
  const choose = (id: number) => {
    setChosenId(id);
    form.reset(valuesOf(retreats.find((retreat) => retreat.id === id) ?? newest));
  };
  return (
    <FormDialog
      {...dialog}
      title="Edit Retreat"
      description={fullName(student)}
      submitText="Update Retreat"
      pendingText="Updating..."
    >
      {retreats.length > 1 && (
        <SelectField
          label="Retreat"
          value={String(chosenId)}
          onChange={(event) => choose(Number(event.target.value))}
          options={retreats.map(({ id, title }) => [String(id), title] as const)}
        />
      )}
      <TextField label="Title" {...field('retreatTitle')} />
      <TextAreaField label="Description" {...field('retreatDescription')} />
    </FormDialog>
  );
}

const valuesOf = ({ title, description }: Retreat) => ({
  retreatTitle: title,
  retreatDescription: description,
});

/** Every quarter of an hour. */
const times = Array.from({ length: 24 * 4 }, (_, at): Option => {
  const hour = Math.floor(at / 4);
  const minutes = String((at % 4) * 15).padStart(2, '0');
  const label = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
  return [`${String(hour).padStart(2, '0')}:${minutes}`, label];
});

const blank = { retreatTitle: '', retreatDescription: '', date: '', from: '09:00', until: '17:00' };

function EnterRetreat({ student, ...control }: RetreatDialogProps) {
  const { id, firstName } = student;
  const { form, field, dialog } = useDialogForm(control, {
    schema: enterRetreatBody,
    values: blank,
    save: (body) => callApi('POST /api/admin/people/:id/retreats', { params: { id }, body }),
    invalidates: ['GET /api/admin/people/:id'],
    update: (client, { id: retreatId, retreatTitle: title, retreatDescription: description }) => {
      const entered = { id: retreatId, title, description };
      changeStudents(client, (other) => {
        const isIn = other.retreatDetails.some((retreat) => retreat.id === retreatId);
        if (other.id !== id || isIn) return other;
        const retreatDetails = [...other.retreatDetails, entered];
        return { ...other, retreatScheduled: 'Yes', retreatDetails };
      });
      invalidate(client, 'GET /api/admin/people/:id');
    },
    toast: () => ({
      title: 'Retreat added',
      description: `${firstName} can now see it on their schedule.`,
    }),
    failed: 'We couldn’t add the retreat. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      title="Add a Retreat"
      description={`Use this if ${fullName(student)} didn’t book on the retreat site.`}
      submitText="Add Retreat"
      pendingText="Adding..."
    >
      <TextField label="Title" {...field('retreatTitle')} />
      <TextAreaField label="Description" {...field('retreatDescription')} />
      <DateField
        label="Date (optional)"
        hint="If you enter a date, we’ll add the retreat to the student’s calendar. Times are in Pacific Time."
        control={form.control}
        name="date"
        isOptional
        {...anyDate()}
      />
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <SelectField label="Starts" options={times} {...field('from')} />
        <SelectField label="Ends" options={times} {...field('until')} />
      </div>
    </FormDialog>
  );
}
