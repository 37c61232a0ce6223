import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { groupMessageBody } from '../../contract/class-forms.ts';
import type { GroupMessagePreview } from '../../contract/journey-board.ts';
import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import { errorMessage } from '../api.ts';
import { FormDialog, schemaResolver, showFormError, useSaveMutation } from '../ui/form-dialog.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { MessagePreview } from '../ui/message-preview.tsx';
import { toast } from '../ui/toast.ts';
import { WriteMessage } from '../ui/write-message.tsx';
import type { Recipients } from './group-actions.tsx';

interface MessageGroupDialogProps {
  recipients: Recipients;
  open: boolean;
  onClose: () => void;
  onSent: () => void;
}

export function MessageGroupDialog(props: MessageGroupDialogProps) {
  const { recipients, open, onClose } = props;
  const { count, audience } = recipients;
  const people = count === 1 ? '1 person' : `${formatCount(count)} people`;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Send a message"
      description={`To ${people} of “${JOURNEY_GROUP_NAMES[audience.group]}”, by mail and, if you like, by text.`}
    >
      <MessageForm {...props} />
    </FormDialog>
  );
}

function MessageForm({ recipients: { audience }, onClose, onSent }: MessageGroupDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const [preview, setPreview] = useState<GroupMessagePreview>();
  const [problem, setProblem] = useState<string>();
  const form = useForm({
    resolver: schemaResolver(groupMessageBody),
    defaultValues: { subject: '', body: '', textBody: '' },
  });
  const { errors, isDirty } = form.formState;
  const look = useSaveMutation('POST /api/admin/journey/messages/preview', {
    invalidates: [],
    onSuccess: setPreview,
    onError: (error) => showFormError(form, error, 'The preview could not be made.'),
  });
  const send = useSaveMutation('POST /api/admin/journey/messages', {
    invalidates: [],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onSent();
      onClose();
    },
    onError: (error) => setProblem(errorMessage(error, 'The message could not be sent.')),
  });
  return (
    <WriteMessage
      field={(name) => ({ ...form.register(name), error: errors[name]?.message })}
      isDirty={isDirty}
      onPreview={form.handleSubmit((draft) => look.mutate({ body: { ...draft, audience } }))}
      isPreviewing={look.isPending}
      preview={preview && { people: preview.mails, shown: <Shown preview={preview} /> }}
      onSend={form.handleSubmit((draft) => send.mutate({ body: { ...draft, audience, key } }))}
      isSending={send.isPending}
      sendProblem={problem}
      onChange={() => {
        setProblem(undefined);
        setPreview(undefined);
      }}
      onClose={onClose}
    />
  );
}

function Shown({ preview }: { preview: GroupMessagePreview }) {
  const { mails, texts, names, minutes } = preview;
  const others = mails - names.length;
  const rest = others > 0 ? ` and ${formatCount(others)} others` : '';
  return (
    <>
      <MessagePreview
        message={preview}
        mailTo={names.join(', ') + rest}
        textTo={texts > 0 ? `${formatCount(texts)} of them who opted in` : null}
      />
      {minutes > 1 && (
        <p className="text-muted text-sm">
          They leave one after the other. The last goes out in about {minutes} minutes.
        </p>
      )}
    </>
  );
}
