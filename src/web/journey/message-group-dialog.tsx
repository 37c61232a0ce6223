import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import { callApi } from '../api.ts';
import { BroadcastDialog } from '../ui/broadcast-dialog.tsx';
import { countOf } from '../ui/loaded-list.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import type { Recipients } from './group-actions.tsx';

interface MessageGroupDialogProps extends DialogControl {
  recipients: Recipients;
  onSent: () => void;
}

export function MessageGroupDialog({ recipients, ...dialog }: MessageGroupDialogProps) {
  const { count, audience } = recipients;
  const people = countOf(count, 'person', 'people');
  return (
    <BroadcastDialog
      {...dialog}
      title="Send a message"
      description={`This message will go to ${people} in “${JOURNEY_GROUP_NAMES[audience.group]}” by email and, if you like, by text.`}
      preview={({ audience: _, ...draft }) =>
        callApi('POST /api/admin/journey/messages/preview', { body: { ...draft, audience } })
      }
      send={({ audience: _, ...draft }) =>
        callApi('POST /api/admin/journey/messages', { body: { ...draft, audience } })
      }
    />
  );
}
