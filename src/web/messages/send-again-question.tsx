import { ApiError, errorMessage, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface SendAgainQuestionProps {
  messageId: number;
  name: string;
  recipient: string;
  onSent: () => void;
  open: boolean;
  onClose: () => void;
}

const failure = 'It could not be sent again. Please try again.';

export function SendAgainQuestion(props: SendAgainQuestionProps) {
  const { messageId, name, recipient, onSent, open, onClose } = props;
  const send = useApiMutation('POST /api/admin/messages/:id/send-again', {
    onSuccess: ({ message }) => {
      onClose();
      toast({ title: 'Message sent again', description: message });
      onSent();
    },
  });
  const { error } = send;
  const close = () => {
    send.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Send this message again?"
      description={`${recipient} gets a new message of the same kind (${name}), written as things are now. A link in it is a new one.`}
      confirmText="Send again"
      confirmVariant="primary"
      pendingText="Sending..."
      isPending={send.isPending}
      problem={error ? errorMessage(error, failure) : undefined}
      isConfirmDisabled={error instanceof ApiError && error.status === 409}
      onConfirm={() => send.mutate({ params: { id: messageId } })}
    />
  );
}
