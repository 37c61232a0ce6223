import { useState } from 'react';
import { errorMessage } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useSaveMutation } from '../ui/form-dialog.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { toast } from '../ui/toast.ts';
import type { Recipients } from './group-actions.tsx';

interface SendLinksDialogProps {
  recipients: Recipients;
  open: boolean;
  onClose: () => void;
  onSent: () => void;
}

export function SendLinksDialog({ recipients, open, onClose, onSent }: SendLinksDialogProps) {
  const { count, audience } = recipients;
  // One for each time that somebody is chosen: a second try after a lost answer sends nothing twice.
  const [keyOf] = useState(() => new WeakMap<Recipients, ReturnType<typeof crypto.randomUUID>>());
  const [problem, setProblem] = useState<{ recipients: Recipients; sentence: string }>();
  const send = useSaveMutation('POST /api/admin/journey/login-links', {
    invalidates: [],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onSent();
      onClose();
    },
    onError: (error) =>
      setProblem({
        recipients,
        sentence: errorMessage(error, 'The login links could not be sent.'),
      }),
  });
  const confirm = () => {
    const key = keyOf.get(recipients) ?? crypto.randomUUID();
    keyOf.set(recipients, key);
    send.mutate({ body: { audience, key } });
  };
  const people = count === 1 ? '1 person' : `${formatCount(count)} people`;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Send a login link to ${people}?`}
      description="Each of them gets a mail with a link that signs them in. It works once, within seven days. The mails leave one after the other, about 30 a minute."
      confirmText={count === 1 ? 'Send to 1 Person' : `Send to ${formatCount(count)} People`}
      confirmVariant="primary"
      pendingText="Sending..."
      isPending={send.isPending}
      problem={problem?.recipients === recipients ? problem.sentence : undefined}
      onConfirm={confirm}
    />
  );
}
