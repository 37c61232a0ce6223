import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { erasePersonBody } from '../../contract/forms.ts';
import type { AlumniRow } from '../../contract/people.ts';
import { invalidate, useApiMutation } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { DialogForm, FormDialog, schemaResolver, showFormError } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface ErasePersonDialogProps {
  person: Pick<AlumniRow, 'id' | 'firstName' | 'lastName' | 'email'>;
  /** Of staff other things go and stay. */
  isStaff?: boolean;
  open: boolean;
  onClose: () => void;
  /** Called before the lists are refetched, which no longer have the person. */
  onErased: () => void;
}

/** Says what goes and what stays, and asks for the email, since nothing brings the person back. */
export function ErasePersonDialog(props: ErasePersonDialogProps) {
  const { person, open, onClose } = props;
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title={`Erase ${name}?`}
      description="This cannot be undone."
    >
      <EraseForm {...props} name={name} />
    </FormDialog>
  );
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

const failed = 'They could not be erased. Please try again.';

function EraseForm(props: ErasePersonDialogProps & { name: string }) {
  const { person, isStaff = false, name, onClose, onErased } = props;
  const { goes, stays } = isStaff ? ofStaff : ofMembers;
  const client = useQueryClient();
  const form = useForm({
    resolver: schemaResolver(erasePersonBody),
    defaultValues: { email: '' },
  });
  const { errors } = form.formState;
  const erase = useApiMutation('POST /api/admin/people/:id/erase', {
    onSuccess: async () => {
      onErased();
      toast({ title: `${name} has been erased` });
      for (const list of isStaff ? staffLists : memberLists) await invalidate(client, list);
    },
    onError: (error) => showFormError(form, error, failed),
  });
  return (
    <DialogForm
      onSubmit={form.handleSubmit((body) => erase.mutate({ params: { id: person.id }, body }))}
      onCancel={onClose}
      submitText="Erase"
      submitVariant="danger"
      pendingText="Erasing..."
      isSaving={erase.isPending}
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
        {...form.register('email')}
        error={errors.email?.message}
      />
    </DialogForm>
  );
}
