import { changeLineBody, type LineAction, type PlaceInLine } from '../../contract/waiting-list.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

export const lineActions = {
  offer: {
    label: 'Offer a Place',
    title: (name: string) => `Offer ${name} a place?`,
    description:
      'We’ll hold a place for them and let them know by email, and by text if they opted in. If the class is full, this overbooks it.',
    hint: 'Required if the class is full. Only staff can see this.',
  },
  front: {
    label: 'Move to Front',
    title: (name: string) => `Move ${name} to the front of the line?`,
    description: 'They’ll get the next place that opens. We won’t tell anyone.',
    hint: 'Only staff can see this.',
  },
  remove: {
    label: 'Remove',
    title: (name: string) => `Take ${name} off the waiting list?`,
    description: 'We’ll email them. If we’re holding a place, it goes to the next person in line.',
    hint: 'Optional. Only staff can see this.',
  },
} as const satisfies Record<LineAction, object>;

interface ChangeLineDialogProps extends DialogControl {
  turn: PlaceInLine;
  action: LineAction;
}

export function ChangeLineDialog({ turn, action, ...control }: ChangeLineDialogProps) {
  const { label, title, description, hint } = lineActions[action];
  const { field, dialog } = useDialogForm({
    schema: changeLineBody,
    values: { action, reason: '' },
    save: (body) =>
      callApi('POST /api/admin/waiting-lists/:id', { params: { id: turn.id }, body }),
    invalidates: ['GET /api/admin/classes/:id', 'GET /api/admin/people/:id'],
    toast: ({ message }) => ({ title: message, description: turn.name }),
    failed: 'We couldn’t change the waiting list. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="waiting-list-heading"
      title={title(turn.name)}
      description={description}
      submitText={label}
      submitVariant={action === 'remove' ? 'danger' : undefined}
      pendingText="Saving..."
    >
      <TextField label="Reason" hint={hint} autoComplete="off" {...field('reason')} />
    </FormDialog>
  );
}
