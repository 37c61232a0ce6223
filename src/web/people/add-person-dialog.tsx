import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import type { BodyOf } from '../../contract/endpoint.ts';
import { addPersonBody } from '../../contract/forms.ts';
import type { peopleCalls } from '../../contract/people.ts';
import { ApiError, callApi, invalidate, useSingleMutation } from '../api.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { DialogForm, FormDialog, schemaResolver, showFormError } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { type NewPersonRole, newPersonTexts } from './add-person.tsx';
import { PersonFields } from './person-fields.tsx';
import { putStudent } from './queries.ts';
import { StartDateField } from './start-date-field.tsx';

interface AddPersonDialogProps {
  role: NewPersonRole;
  open: boolean;
  onClose: () => void;
}

export function AddPersonDialog({ role, open, onClose }: AddPersonDialogProps) {
  const { kind, sentence } = newPersonTexts[role];
  return (
    <FormDialog open={open} onClose={onClose} title={`Add New ${kind}`} description={sentence}>
      <AddPersonForm role={role} onClose={onClose} />
    </FormDialog>
  );
}

interface AddPersonFormProps {
  role: NewPersonRole;
  onClose: () => void;
}

type NewPerson = BodyOf<typeof peopleCalls.addPerson>;

async function addPerson(body: NewPerson) {
  const { status, user, message, student } = await callApi('POST /api/admin/users', { body });
  if (status !== 'success') throw new ApiError(200, message, { userMessage: message });
  return { ...user, student };
}

function AddPersonForm({ role, onClose }: AddPersonFormProps) {
  const client = useQueryClient();
  const { kind, list } = newPersonTexts[role];
  const form = useForm({
    resolver: schemaResolver(addPersonBody),
    defaultValues: { ...blank, role },
  });
  const { errors } = form.formState;
  const add = useSingleMutation(addPerson, {
    onSuccess: async ({ firstName, lastName, student }) => {
      // The list behind shows the new person when the dialog closes.
      if (student) putStudent(client, student);
      else await invalidate(client, list);
      invalidate(client, 'GET /api/admin/retreat-registrations/unmatched');
      invalidate(client, 'GET /api/admin/first-steps');
      toast({ title: `${kind} ${firstName} ${lastName} has been created successfully` });
      onClose();
    },
    onError: (error) => showFormError(form, error, `Failed to create ${role}`),
  });

  return (
    <DialogForm
      onSubmit={form.handleSubmit((body) => add.mutate(body))}
      onCancel={onClose}
      submitText={`Create ${kind}`}
      pendingText="Creating..."
      isSaving={add.isPending}
      isDirty={form.formState.isDirty}
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
