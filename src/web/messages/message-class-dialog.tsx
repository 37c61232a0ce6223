import { useQueryClient } from '@tanstack/react-query';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi, invalidateLater } from '../api.ts';
import { BroadcastDialog } from '../ui/broadcast-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

interface MessageClassDialogProps extends DialogControl {
  courseClass: { id: number; startTime: string };
  hasBegun: boolean;
}

export function MessageClassDialog({ courseClass, hasBegun, ...dialog }: MessageClassDialogProps) {
  const client = useQueryClient();
  const params = { id: courseClass.id };
  return (
    <BroadcastDialog
      {...dialog}
      title="Message the Class"
      onSent={() => invalidateLater(client, 'GET /api/admin/classes/:id/messages')}
      description={`This message will go to people in the class on ${formatSpokenSlot(new Date(courseClass.startTime))}.`}
      preview={(body) => callApi('POST /api/admin/classes/:id/messages/preview', { params, body })}
      send={(body) => callApi('POST /api/admin/classes/:id/messages', { params, body })}
      fields={(field) => (
        <SelectField
          label="To"
          {...field('audience')}
          options={[
            { value: 'registered', label: 'Everyone registered' },
            ...(hasBegun ? [{ value: 'came', label: 'Everyone who attended' }] : []),
          ]}
        />
      )}
    />
  );
}
