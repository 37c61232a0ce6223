import { callApi } from '../api.ts';
import { lazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface SendAgainProps {
  messageId: number;
  /** The message and how it was sent, for example 'Class moved by email'. */
  name: string;
  recipient: string;
  onSent: () => void;
}

export function SendAgain({ messageId, name, recipient, onSent }: SendAgainProps) {
  const question = useDialog<true>();
  return (
    <>
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 text-sm pointer-fine:min-h-7 print:hidden"
        onClick={() => question.open(true)}
      >
        Send Again<span className="sr-only"> {name}</span>
      </TextButton>
      {question.render((dialog) => (
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
          onDone={onSent}
          toast={({ message }) => ({ title: 'Message sent again', description: message })}
          failed="We couldn’t send the message. Please try again."
          isFinal={(status) => status === 409}
        />
      ))}
    </>
  );
}
