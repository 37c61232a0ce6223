import { reasonBody } from '../../contract/forms.ts';
import type { WaitingTurn } from '../../contract/schedule.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

export interface TurnChange {
  turn: WaitingTurn;
  action: 'offer' | 'front' | 'remove';
  label: string;
  effect: string;
}

export function ChangeTurnDialog(props: TurnChange & DialogControl) {
  const { turn, action, label, effect, ...control } = props;
  const { field, dialog } = useDialogForm(control, {
    schema: reasonBody,
    values: { reason: '' },
    save: ({ reason }) =>
      callApi('POST /api/admin/waiting-lists/:id', {
        params: { id: turn.id },
        body: { action, reason },
      }),
    invalidates: ['GET /api/admin/classes/:id', 'GET /api/admin/people/:id'],
    failed: 'We couldn’t change the waiting list. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="waiting-list-heading"
      title={`${label}: ${turn.name}`}
      description={effect}
      submitText={label}
      submitVariant={action === 'remove' ? 'danger' : undefined}
    >
      <TextField label="Reason" hint="Only staff can see this." {...field('reason')} />
    </FormDialog>
  );
}
