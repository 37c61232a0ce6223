import { callApi } from '../api.ts';
import { lazily } from '../ui/load-lazily.ts';
import { DialogLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));
const { MessageDialog } = lazily(() => import('./message-dialog.tsx'));
const timeline = ['GET /api/admin/people/:id/timeline'] as const;

interface MessageActionsProps {
  messageId: number;
  /** For example, 'Class moved by email'. */
  name: string;
  /** The recipient's first name, if staff can send the message again. */
  recipient?: string | undefined;
}

export function MessageActions({ messageId, name, recipient }: MessageActionsProps) {
  const acting = useDialog<'Read' | 'Send Again'>();
  const renderButton = (action: 'Read' | 'Send Again') => (
    <DialogLink className="mr-4" onClick={() => acting.open(action)}>
      {action}
      <span className="sr-only"> {name}</span>
    </DialogLink>
  );
  return (
    <>
      {renderButton('Read')}
      {recipient && renderButton('Send Again')}
      {acting.render((dialog, action) =>
        action === 'Read' ? (
          <MessageDialog {...dialog} {...{ messageId, name }} />
        ) : (
          <ActionDialog
            {...dialog}
            title="Send this message again?"
            description={`${recipient} will get an up-to-date copy of this message (${name}). If the message has a link, it will be a new one.`}
            confirmText="Send Again"
            confirmVariant="primary"
            pendingText="Sending..."
            run={() =>
              callApi('POST /api/admin/messages/:id/send-again', { params: { id: messageId } })
            }
            invalidates={timeline}
            later={timeline}
            toast={({ message }) => ({ title: 'Message sent again', description: message })}
            failed="We couldn’t send the message. Please try again."
            isFinal={(status) => status === 409}
          />
        ),
      )}
    </>
  );
}
