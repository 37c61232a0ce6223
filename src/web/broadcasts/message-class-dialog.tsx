import { useQueryClient } from '@tanstack/react-query';
import { hasStarted } from '../../course/class-state.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi, invalidateLater } from '../api.ts';
import { now } from '../server-clock.ts';
import { SelectField } from '../ui/field.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { BroadcastDialog } from './broadcast-dialog.tsx';

const registered = ['registered', 'Everyone registered'] as const;
const came = ['came', 'Everyone who attended'] as const;

interface MessageClassDialogProps extends DialogControl {
  courseClass: { id: number; startTime: string };
}

export function MessageClassDialog({ courseClass, ...dialog }: MessageClassDialogProps) {
  const client = useQueryClient();
  const params = { id: courseClass.id };
  const startsAt = new Date(courseClass.startTime);
  return (
    <BroadcastDialog
      {...dialog}
      title="Message the Class"
      onSent={() => invalidateLater(client, 'GET /api/admin/classes/:id/messages')}
      description={`This message will go to people in the class on ${formatSpokenSlot(startsAt)}.`}
      preview={(body) => callApi('POST /api/admin/classes/:id/messages/preview', { params, body })}
      send={(body) => callApi('POST /api/admin/classes/:id/messages', { params, body })}
      fields={(field) => (
        <SelectField
          label="To"
          {...field('audience')}
          options={hasStarted(startsAt, now()) ? [registered, came] : [registered]}
        />
      )}
    />
  );
}
