import { erasePersonBody } from '../../contract/forms.ts';
import type { AlumniRow } from '../../contract/people.ts';
import { callApi, invalidate } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

interface ErasePersonDialogProps extends DialogControl {
  person: Pick<AlumniRow, 'id' | 'firstName' | 'lastName' | 'email'>;
  /** Of staff other things go and stay. */
  isStaff?: boolean;
  /** Called before the lists are refetched, which no longer have the person. */
  onErased?: () => void;
}

const ofMembers = {
  goes: 'Name, email, phone, login links and devices, calendar address, and what messages, retreat registrations and the log say about them. Classes to come are cancelled, and Zoom is told to forget them.',
  stays: 'which classes they had and attended, and when they said yes or no to text messages.',
};
const ofStaff = {
  goes: 'Name, email, phone, Zoom user, login links and devices, and what messages and the log say about them.',
  stays: 'which classes they taught, and what they did in the portal.',
};
const memberLists = ['GET /api/students', 'GET /api/alumni'] as const;
const staffLists = ['GET /api/admin/staff', 'GET /api/instructors'] as const;

/** Says what goes and what stays, and asks for the email, since nothing brings the person back. */
export function ErasePersonDialog(props: ErasePersonDialogProps) {
  const { person, isStaff = false, onErased, ...control } = props;
  const { goes, stays } = isStaff ? ofStaff : ofMembers;
  const name = `${person.firstName} ${person.lastName}`;
  const { field, dialog } = useDialogForm({
    schema: erasePersonBody,
    values: { email: '' },
    save: (body) =>
      callApi('POST /api/admin/people/:id/erase', { params: { id: person.id }, body }),
    update: (client) => {
      onErased?.();
      for (const list of isStaff ? staffLists : memberLists) invalidate(client, list);
    },
    toast: () => ({ title: `${name} has been erased` }),
    failed: 'They could not be erased. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      isDirty={false}
      returnTo="main"
      title={`Erase ${name}?`}
      description="This cannot be undone."
      submitText="Erase"
      submitVariant="danger"
      pendingText="Erasing..."
    >
      <div>
        <p className="font-semibold">What goes</p>
        <p>{goes} They get no message about it.</p>
      </div>
      <div>
        <p className="font-semibold">What stays</p>
        <p>Without a name: {stays}</p>
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
