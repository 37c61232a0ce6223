import { callApi } from '../api.ts';
import { lazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface SendAgainProps {
  messageId: number;
  /** What message it is, such as 'Class moved by mail'. */
  name: string;
  /** To whom it goes. */
  recipient: string;
  onSent: () => void;
}

/** Under a message in a list of those that were sent. */
export function SendAgain({ messageId, name, recipient, onSent }: SendAgainProps) {
  const question = useDialog<true>();
  return (
    <>
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 text-sm pointer-fine:min-h-7 print:hidden"
        onClick={() => question.open(true)}
      >
        Send again<span className="sr-only"> {name}</span>
      </TextButton>
      {question.render((dialog) => (
        <ActionDialog
          {...dialog}
          title="Send this message again?"
          description={`${recipient} gets a new message of the same kind (${name}), written as things are now. A link in it is a new one.`}
          confirmText="Send again"
          confirmVariant="primary"
          pendingText="Sending..."
          run={() =>
            callApi('POST /api/admin/messages/:id/send-again', { params: { id: messageId } })
          }
          onDone={onSent}
          toast={({ message }) => ({ title: 'Message sent again', description: message })}
          failed="It could not be sent again. Please try again."
          isFinal={(status) => status === 409}
        />
      ))}
    </>
  );
}
