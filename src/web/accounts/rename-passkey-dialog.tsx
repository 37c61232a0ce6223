import type { Passkey } from '../../contract/accounts.ts';
import { passkeyName } from '../../contract/forms.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

export function RenamePasskeyDialog({ passkey, ...control }: DialogControl & { passkey: Passkey }) {
  const { id, name } = passkey;
  const { field, dialog } = useDialogForm(control, {
    schema: passkeyName,
    values: { name },
    save: (body) => callApi('PATCH /api/account/passkeys/:id', { params: { id }, body }),
    invalidates: ['GET /api/account'],
    failed: 'We couldn’t rename the passkey. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      title={`Rename ${name}`}
      description="A name helps you tell your passkeys apart."
      submitText="Save"
    >
      <TextField label="Name" maxLength={60} {...field('name')} />
    </FormDialog>
  );
}
