import { callApi } from '../api.ts';
import { lazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));
const { MessageDialog } = lazily(() => import('./message-dialog.tsx'));

interface MessageActionsProps {
  messageId: number;
  /** The message and how it was sent, for example 'Class moved by email'. */
  name: string;
  /** Set if staff can send the message again. */
  again?: Again | false;
}

interface Again {
  recipient: string;
  onSent: () => void;
}

/** Lets staff read a message and send it again. */
export function MessageActions({ messageId, name, again = false }: MessageActionsProps) {
  const reading = useDialog<true>();
  const question = useDialog<Again>();
  const params = { id: messageId };
  const renderButton = (label: string, onClick: () => void) => (
    <TextButton
      aria-haspopup="dialog"
      className="mr-4 min-h-11 text-sm pointer-fine:min-h-7 print:hidden"
      onClick={onClick}
    >
      {label}
      <span className="sr-only"> {name}</span>
    </TextButton>
  );
  return (
    <>
      {renderButton('Read', () => reading.open(true))}
      {again && renderButton('Send Again', () => question.open(again))}
      {reading.render((dialog) => (
        <MessageDialog {...dialog} {...{ messageId, name }} />
      ))}
      {question.render((dialog, { recipient, onSent }) => (
        <ActionDialog
          {...dialog}
          title="Send this message again?"
          description={`${recipient} will get an up-to-date copy of this message (${name}). If the message has a link, it will be a new one.`}
          confirmText="Send Again"
          confirmVariant="primary"
          pendingText="Sending..."
          run={() => callApi('POST /api/admin/messages/:id/send-again', { params })}
          onDone={onSent}
          toast={({ message }) => ({ title: 'Message sent again', description: message })}
          failed="We couldn’t send the message. Please try again."
          isFinal={(status) => status === 409}
        />
      ))}
    </>
  );
}
