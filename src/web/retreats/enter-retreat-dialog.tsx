import type { QueryClient } from '@tanstack/react-query';
import { enterRetreatBody } from '../../contract/retreat-forms.ts';
import { callApi, invalidate, updateCached } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog, MissingSubject } from '../ui/form-dialog.tsx';
import { TextAreaField } from '../ui/form-fields.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

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

function EnterRetreatForm({ student, open, onClose }: DialogControl & { student: Student }) {
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
    onClose,
  });
  return (
    <FormDialog
      {...{ open, onClose }}
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
