import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { adminPeopleCalls } from '../../contract/admin-people.ts';
import { CallError, refresh, useChange } from '../call.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { showRefusal } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';
import { type NewPersonRole, newPersonWords } from './new-person.ts';
import { PersonFields, StartDateField } from './person-fields.tsx';

interface AddPersonDialogProps {
  role: NewPersonRole;
  open: boolean;
  onClose: () => void;
}

export function AddPersonDialog({ role, open, onClose }: AddPersonDialogProps) {
  const [isSaving, setSaving] = useState(false);
  const { kind, sentence } = newPersonWords[role];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      title={`Add New ${kind}`}
      description={sentence}
    >
      <AddPersonForm role={role} onClose={onClose} onBusy={setSaving} />
    </Dialog>
  );
}

interface AddPersonFormProps {
  role: NewPersonRole;
  onClose: () => void;
  onBusy: (isSaving: boolean) => void;
}

/** Inside the dialog, so that each time it opens it begins anew. */
function AddPersonForm({ role, onClose, onBusy }: AddPersonFormProps) {
  const client = useQueryClient();
  const { kind, list } = newPersonWords[role];
  const form = useForm({
    resolver: zodResolver(adminPeopleCalls.addPerson.body),
    defaultValues: { ...blank, role },
  });
  const { errors } = form.formState;
  const [isSettling, setSettling] = useState(false);
  const fail = (error: Error) => {
    onBusy(false);
    showRefusal(form, error, `Failed to create ${role}`);
  };
  const add = useChange('POST /api/admin/users', {
    onSuccess: async ({ status, user, message }) => {
      if (status !== 'success') return fail(new CallError(200, message, message));
      // The list behind shows the new one by the time the dialog is gone.
      setSettling(true);
      await refresh(client, list);
      refresh(client, 'GET /api/admin/retreat-registrations/unmatched');
      onBusy(false);
      const name = `${user.firstName} ${user.lastName}`;
      toast({ title: `${kind} ${name} has been created successfully` });
      onClose();
    },
    onError: fail,
  });
  const submit = form.handleSubmit((body) => {
    onBusy(true);
    add.make({ body });
  });

  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText={`Create ${kind}`}
      pendingText="Creating..."
      isSaving={add.state === 'pending' || isSettling}
      problem={errors.root?.message}
    >
      <PersonFields
        bind={(name) => {
          const field = name === 'phone' ? 'phoneNumber' : name;
          return { ...form.register(field), error: errors[field]?.message };
        }}
        startDate={
          <Controller
            control={form.control}
            name="startDate"
            render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
              <StartDateField value={value} onChange={onChange} ref={ref} error={error?.message} />
            )}
          />
        }
      />
      {role === 'student' && (
        <Controller
          control={form.control}
          name="transferStudent"
          render={({ field: { value, onChange } }) => (
            <Checkbox label="Transfer student" checked={value ?? false} onChange={onChange} />
          )}
        />
      )}
    </DialogForm>
  );
}

const blank = {
  email: '',
  firstName: '',
  lastName: '',
  phoneNumber: '',
  startDate: '',
  transferStudent: false,
  isAdmin: false,
} as const;
