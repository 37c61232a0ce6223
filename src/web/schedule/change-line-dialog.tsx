import { changeLineBody, type LineAction, type PlaceInLine } from '../../contract/waiting-list.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

const effects: Record<LineAction, string> = {
  offer:
    'We’ll hold a place for them and let them know. If the class is full, please give a reason.',
  front: 'They’ll be offered the next place that opens. Please give a reason.',
  remove: 'We’ll let them know by email.',
};

export interface LineChange {
  turn: PlaceInLine;
  action: LineAction;
  label: string;
}

export function ChangeLineDialog({ turn, action, label, ...control }: LineChange & DialogControl) {
  const { field, dialog } = useDialogForm({
    schema: changeLineBody,
    values: { action, reason: '' },
    save: (body) => callApi('POST /api/admin/waiting-lists/:id', { params: { id: turn.id }, body }),
    invalidates: ['GET /api/admin/classes/:id', 'GET /api/admin/people/:id'],
    toast: ({ message }) => ({ title: message, description: turn.name }),
    failed: 'We couldn’t change the waiting list. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="waiting-list-heading"
      title={`${label}: ${turn.name}`}
      description={effects[action]}
      submitText={label}
      pendingText="Saving..."
    >
      <TextField
        label="Reason"
        hint="Only staff can see this."
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}
