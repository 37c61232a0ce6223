import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { classMessageBody } from '../../contract/class-forms.ts';
import type { ClassMessagePreview } from '../../contract/class-messages.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { errorMessage } from '../api.ts';
import { FormDialog, schemaResolver, showFormError, useSaveMutation } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import { MessagePreview } from '../ui/message-preview.tsx';
import { toast } from '../ui/toast.ts';
import { WriteMessage } from '../ui/write-message.tsx';

interface MessageClassDialogProps {
  courseClass: { id: number; startTime: string };
  /** Whether the class has begun, so that somebody may have come. */
  hasBegun: boolean;
  open: boolean;
  onClose: () => void;
}

export function MessageClassDialog(props: MessageClassDialogProps) {
  const { courseClass, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Message the class"
      description={`To the people of the class on ${formatSpokenSlot(new Date(courseClass.startTime))}.`}
    >
      <MessageForm {...props} />
    </FormDialog>
  );
}

const empty = { audience: 'registered' as const, subject: '', body: '', textBody: '' };

function MessageForm({ courseClass, hasBegun, onClose }: MessageClassDialogProps) {
  const params = { id: courseClass.id };
  const [key] = useState(() => crypto.randomUUID());
  const [preview, setPreview] = useState<ClassMessagePreview>();
  const [problem, setProblem] = useState<string>();
  const form = useForm({ resolver: schemaResolver(classMessageBody), defaultValues: empty });
  const { errors, isDirty } = form.formState;
  const look = useSaveMutation('POST /api/admin/classes/:id/messages/preview', {
    invalidates: [],
    onSuccess: setPreview,
    onError: (error) => showFormError(form, error, 'The preview could not be made.'),
  });
  const send = useSaveMutation('POST /api/admin/classes/:id/messages', {
    invalidates: [],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onClose();
    },
    onError: (error) => setProblem(errorMessage(error, 'The message could not be sent.')),
  });

  const nameAll = (names: string[]) => (names.length > 0 ? names.join(', ') : null);
  return (
    <WriteMessage
      field={(name) => ({ ...form.register(name), error: errors[name]?.message })}
      isDirty={isDirty}
      onPreview={form.handleSubmit((body) => look.mutate({ params, body }))}
      isPreviewing={look.isPending}
      preview={
        preview && {
          people: preview.mails.length,
          shown: (
            <MessagePreview
              message={preview}
              mailTo={preview.mails.join(', ')}
              textTo={nameAll(preview.texts)}
            />
          ),
        }
      }
      onSend={form.handleSubmit((draft) => send.mutate({ params, body: { ...draft, key } }))}
      isSending={send.isPending}
      sendProblem={problem}
      onChange={() => {
        setProblem(undefined);
        setPreview(undefined);
      }}
      onClose={onClose}
    >
      <SelectField
        label="To"
        {...form.register('audience')}
        error={errors.audience?.message}
        options={[
          { value: 'registered', label: 'Everybody registered' },
          ...(hasBegun ? [{ value: 'came', label: 'Everybody who came' }] : []),
        ]}
      />
    </WriteMessage>
  );
}
