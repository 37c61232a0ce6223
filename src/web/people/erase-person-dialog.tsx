import { erasePersonBody } from '../../contract/forms.ts';
import type { AlumniRow } from '../../contract/people.ts';
import { fullName } from '../../course/full-name.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { staffLists } from './queries.ts';

interface ErasePersonDialogProps extends DialogControl {
  person: Pick<AlumniRow, 'id' | 'firstName' | 'lastName' | 'email'>;
  isStaff?: boolean;
}

const ofMembers = {
  goes: 'Their name, email, phone number, login links, devices, calendar address, and every mention in messages, retreat registrations and the audit log. We’ll also cancel their registrations for upcoming classes here and in Zoom.',
  stays: 'Their classes and attendance, and when they opted in to or out of texts.',
};
const ofStaff = {
  goes: 'Their name, email, phone number, Zoom user, login links, devices, and every mention in messages and the audit log.',
  stays: 'Which classes they taught and what they did in the portal.',
};

export function ErasePersonDialog(props: ErasePersonDialogProps) {
  const { person, isStaff = false, ...control } = props;
  const { goes, stays } = isStaff ? ofStaff : ofMembers;
  const name = fullName(person);
  const { field, dialog } = useDialogForm(control, {
    schema: erasePersonBody,
    values: { email: '' },
    save: (body) =>
      callApi('POST /api/admin/people/:id/erase', { params: { id: person.id }, body }),
    invalidates: isStaff ? staffLists : ['GET /api/students', 'GET /api/alumni'],
    toast: () => ({ title: `${name} has been erased` }),
    failed: 'We couldn’t erase this person. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      isDirty={false}
      title={`Erase ${name}?`}
      description="This cannot be undone."
      submitText="Erase"
      submitVariant="danger"
      pendingText="Erasing..."
    >
      <div>
        <p className="font-semibold">What we’ll erase</p>
        <p>{goes} We won’t notify them.</p>
      </div>
      <div>
        <p className="font-semibold">What we’ll keep, without a name</p>
        <p>{stays}</p>
      </div>
      <TextField
        label="Type their email address to confirm"
        hint={person.email}
        type="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...field('email')}
      />
    </FormDialog>
  );
}
