import { groupMessageBody } from '../../contract/class-forms.ts';
import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import { callApi } from '../api.ts';
import { formatCount } from '../ui/loaded-list.tsx';
import { MessageDialog } from '../ui/message-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import type { Recipients } from './group-actions.tsx';

interface MessageGroupDialogProps extends DialogControl {
  recipients: Recipients;
  onSent: () => void;
}

export function MessageGroupDialog({ recipients, ...dialog }: MessageGroupDialogProps) {
  const { count, audience } = recipients;
  const people = count === 1 ? '1 person' : `${formatCount(count)} people`;
  return (
    <MessageDialog
      {...dialog}
      title="Send a message"
      description={`To ${people} of “${JOURNEY_GROUP_NAMES[audience.group]}”, by mail and, if you like, by text.`}
      schema={groupMessageBody}
      values={{ subject: '', body: '', textBody: '' }}
      preview={(draft) =>
        callApi('POST /api/admin/journey/messages/preview', { body: { ...draft, audience } })
      }
      recipientsOf={({ mails, texts, names, minutes }) => {
        const others = mails - names.length;
        return {
          count: mails,
          mailTo: names.join(', ') + (others > 0 ? ` and ${formatCount(others)} others` : ''),
          textTo: texts > 0 ? `${formatCount(texts)} of them who opted in` : null,
          note: minutes > 1 && (
            <p className="text-muted text-sm">
              They leave one after the other. The last goes out in about {minutes} minutes.
            </p>
          ),
        };
      }}
      send={(draft, key) =>
        callApi('POST /api/admin/journey/messages', { body: { ...draft, audience, key } })
      }
    />
  );
}
