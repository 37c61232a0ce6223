import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { addPersonBody, editAlumnusFields, editStudentBody } from '../../contract/forms.ts';
import type { AlumniRow, CurrentMember, StudentRow } from '../../contract/people.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { fullName } from '../../course/full-name.ts';
import { isAccountReset } from '../../course/start-date.ts';
import { callApi, invalidate } from '../api.ts';
import { aboutSubject, FormDialog } from '../ui/form-dialog.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { type NewPersonRole, newPersonTexts } from './add-person.tsx';
import { ofPerson, PersonFields, type PersonValues, storedMember } from './person-fields.tsx';
import { putStudent } from './queries.ts';

const { ResetConfirmation } = lazily(() => import('./reset-dialogs.tsx'));

const blank = { email: '', firstName: '', lastName: '', phoneNumber: '', startDate: '' };
const unmatched = 'GET /api/admin/retreat-registrations/unmatched';

export function AddPersonDialog({ role, ...control }: DialogControl & { role: NewPersonRole }) {
  const { kind, sentence } = newPersonTexts[role];
  const { form, dialog } = useDialogForm(control, {
    schema: ofPerson(addPersonBody),
    values: { ...blank, transferStudent: false, isAdmin: false as const, role },
    save: (body) => callApi('POST /api/admin/users', { body }),
    update: async (client, { student }) => {
      if (student) putStudent(client, student);
      else await invalidate(client, 'GET /api/students', 'GET /api/alumni');
      invalidate(client, unmatched, 'GET /api/admin/first-steps');
    },
    failed: `Failed to create ${role}`,
  });
  return (
    <FormDialog
      {...dialog}
      title={`Add New ${kind}`}
      description={sentence}
      submitText={`Create ${kind}`}
      pendingText="Creating..."
    >
      <PersonFields of={role === 'student' ? 'newStudent' : 'newAlumnus'} form={form} />
    </FormDialog>
  );
}

type Member = CurrentMember & Pick<AlumniRow, 'id' | 'textRefusal' | 'hasSignedIn'>;

export const EditStudentDialog = aboutSubject('student', 'No student data available', EditStudent);

function EditStudent({ student, ...control }: DialogControl & { student: StudentRow }) {
  const { id, startDate, classDetails } = student;
  const reset = useDialog<typeof editStudentBody._zod.output>();
  const { form, save, dialog } = useDialogForm(control, {
    schema: ofPerson(editStudentBody),
    ...storedMember(student),
    ask: (values) => {
      const from = startDate ?? EARLIEST_START_DATE;
      const isReset = isAccountReset(from, values.startDate, classDetails.length);
      if (isReset) reset.open(values);
      return isReset;
    },
    save: (body, ifMatch) =>
      callApi('PATCH /api/admin/students/:id', { params: { id }, body, ifMatch }),
    invalidates: ['GET /api/students', unmatched],
    update: (client, { student: saved }) => {
      putStudent(client, saved);
      invalidate(client, unmatched);
    },
    toast: ({ accountReset }) => ({
      title: 'Student information updated successfully.',
      description: accountReset ? resetNotice : undefined,
    }),
    failed: 'Failed to update student information',
  });
  return (
    <MemberDialog {...{ form, dialog }} kind="Student" person={student}>
      {reset.render((asking, values) => (
        <ResetConfirmation
          student={student}
          newDate={values.startDate}
          {...asking}
          onConfirm={() => {
            reset.close();
            save(values);
          }}
        />
      ))}
    </MemberDialog>
  );
}

const resetNotice =
  'The account was reset: all class registrations were cleared and video-meeting registrations canceled. You have one day to undo this on the student’s page.';

const noAlum = 'This person is no longer an alum';
export const EditAlumnusDialog = aboutSubject('alumnus', noAlum, EditAlumnus);

function EditAlumnus({ alumnus, ...control }: DialogControl & { alumnus: Member }) {
  const { form, dialog } = useDialogForm(control, {
    schema: ofPerson(editAlumnusFields),
    ...storedMember(alumnus),
    save: ({ startDate, ...values }, ifMatch) =>
      callApi('PATCH /api/admin/alumni/:id', {
        params: { id: alumnus.id },
        body: { ...values, startDate: startDate || null },
        ifMatch,
      }),
    invalidates: ['GET /api/alumni', unmatched],
    toast: () => ({ title: 'Alumni information updated successfully.' }),
    failed: 'Failed to update alumni information',
  });
  return <MemberDialog {...{ form, dialog }} kind="Alumni" person={alumnus} />;
}

interface MemberDialogProps<Output> {
  kind: 'Student' | 'Alumni';
  person: Member;
  form: UseFormReturn<PersonValues, unknown, Output>;
  dialog: ReturnType<typeof useDialogForm>['dialog'];
  children?: ReactNode;
}

function MemberDialog<Output>(props: MemberDialogProps<Output>) {
  const { kind, person, form, dialog, children } = props;
  return (
    <FormDialog
      {...dialog}
      title={`Edit ${kind}`}
      description={fullName(person)}
      submitText={`Update ${kind}`}
      pendingText="Updating..."
      dialogs={children}
    >
      <PersonFields of="member" form={form} person={person} />
    </FormDialog>
  );
}
