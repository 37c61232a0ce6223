import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { classMessageBody } from '../../contract/class-forms.ts';
import type { ClassMessagePreview } from '../../contract/class-messages.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { errorMessage } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { SelectField, TextAreaField } from '../ui/form-fields.tsx';
import { toast } from '../ui/toast.ts';
import { MessagePreview } from './message-preview.tsx';

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

  if (preview) {
    const { length } = preview.mails;
    return (
      <DialogForm
        key="preview"
        onSubmit={form.handleSubmit((draft) => send.mutate({ params, body: { ...draft, key } }))}
        onCancel={() => {
          setProblem(undefined);
          setPreview(undefined);
        }}
        cancelText="Change It"
        submitText={length === 1 ? 'Send to 1 Person' : `Send to ${length} People`}
        pendingText="Sending..."
        isSaving={send.isPending}
        isDirty
        onDiscard={onClose}
        problem={problem}
      >
        <MessagePreview preview={preview} />
      </DialogForm>
    );
  }
  return (
    <DialogForm
      key="draft"
      onSubmit={form.handleSubmit((body) => look.mutate({ params, body }))}
      onCancel={onClose}
      submitText="Preview"
      pendingText="Loading..."
      isSaving={look.isPending}
      isDirty={isDirty}
      problem={errors.root?.message}
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
      <TextField label="Subject" {...form.register('subject')} error={errors.subject?.message} />
      <TextAreaField label="Message" {...form.register('body')} error={errors.body?.message} />
      <TextField
        label="Text Message"
        hint="Goes as well to those who opted in to texts, up to 3 segments long. Leave it empty to send mails alone."
        {...form.register('textBody')}
        error={errors.textBody?.message}
      />
    </DialogForm>
  );
}
