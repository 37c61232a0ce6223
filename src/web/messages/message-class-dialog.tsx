import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { BroadcastDialog } from '../ui/broadcast-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

interface MessageClassDialogProps extends DialogControl {
  courseClass: { id: number; startTime: string };
  hasBegun: boolean;
}

export function MessageClassDialog({ courseClass, hasBegun, ...dialog }: MessageClassDialogProps) {
  const params = { id: courseClass.id };
  return (
    <BroadcastDialog
      {...dialog}
      title="Message the Class"
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
