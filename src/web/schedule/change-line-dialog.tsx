import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LineAction, PlaceInLine } from '../../contract/waiting-list.ts';
import { callApi, invalidate } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

const effects: Record<LineAction, string> = {
  offer: 'We’ll hold a place for them, even if the class is full.',
  front: 'They’ll be offered the next place that opens up.',
  remove: 'We’ll let them know by email.',
};

export interface LineChange {
  turn: PlaceInLine;
  action: LineAction;
  label: string;
}

export function ChangeLineDialog({ turn, action, label, ...dialog }: LineChange & DialogControl) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const input = { params: { id: turn.id }, body: { action, reason } };
  return (
    <ActionDialog
      {...dialog}
      returnTo="waiting-list-heading"
      title={`${label}: ${turn.name}`}
      description={effects[action]}
      confirmText={label}
      confirmVariant={action === 'remove' ? 'danger' : 'primary'}
      pendingText="Saving..."
      run={() => callApi('POST /api/admin/waiting-lists/:id', input)}
      onDone={async () => {
        await invalidate(client, 'GET /api/admin/classes/:id');
        await invalidate(client, 'GET /api/admin/people/:id');
      }}
      toast={({ message }) => ({ title: message, description: turn.name })}
      failed="We couldn’t change the waiting list. Please try again."
    >
      <div className="mt-4">
        <TextField
          label="Reason"
          hint="Only staff can see this."
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </ActionDialog>
  );
}
