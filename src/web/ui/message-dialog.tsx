import { type ReactNode, useState } from 'react';
import type { Path, UseFormRegisterReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { errorMessage, useSingleMutation } from '../api.ts';
import { TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { TextAreaField } from './form-fields.tsx';
import { toast } from './toast.ts';
import type { DialogControl } from './use-dialog.ts';
import { useDialogForm } from './use-dialog-form.tsx';

interface Draft {
  subject: string;
  body: string;
  textBody?: string | undefined;
}

interface PreviewedMessage {
  mail: { subject: string; text: string };
  text: { body: string; segments: number } | null;
}

interface Recipients {
  count: number;
  /** Who gets the mail, such as 'Nora Lindqvist and 3 others', and who of them the text. */
  mailTo: string;
  textTo: string | null;
  note?: ReactNode;
}

type Key = ReturnType<typeof crypto.randomUUID>;
type BoundField = UseFormRegisterReturn & { error?: string | undefined };

interface MessageDialogProps<Input, Output, Preview> extends DialogControl {
  title: string;
  description: string;
  schema: z.ZodMiniType<Output, Input>;
  values: Input;
  preview: (draft: Output) => Promise<Preview>;
  recipientsOf: (preview: Preview) => Recipients;
  /** With the same key nothing is sent twice. */
  send: (draft: Output, key: Key) => Promise<{ message: string }>;
  onSent?: () => void;
  /** Fields above the words. */
  fields?: (field: (name: Path<Input>) => BoundField) => ReactNode;
}

/** A message to many people, in two steps: nothing goes out that was not looked at. */
export function MessageDialog<
  Input extends Draft,
  Output extends Draft,
  Preview extends PreviewedMessage,
>(props: MessageDialogProps<Input, Output, Preview>) {
  const { open, onClose, title, description, schema, values, recipientsOf, onSent, fields } = props;
  const [key] = useState(() => crypto.randomUUID());
  const [preview, setPreview] = useState<Preview>();
  const { form, field, dialog } = useDialogForm({
    schema,
    values,
    save: (draft: Output) => props.preview(draft),
    onSaved: setPreview,
    failed: 'The preview could not be made.',
    open,
    onClose,
  });
  const sending = useSingleMutation(props.send, {
    onSuccess: ({ message }) => {
      toast({ title: message });
      onSent?.();
      onClose();
    },
  });
  const { error } = sending;
  const shared = { open, onClose, title, description };
  if (preview) {
    const { count, mailTo, textTo, note } = recipientsOf(preview);
    return (
      <FormDialog
        {...shared}
        step="preview"
        onSubmit={form.handleSubmit((draft) => sending.mutate(draft, key))}
        onCancel={() => {
          sending.reset();
          setPreview(undefined);
        }}
        cancelText="Change It"
        submitText={count === 1 ? 'Send to 1 Person' : `Send to ${count} People`}
        pendingText="Sending..."
        isSaving={sending.isPending}
        isDirty
        problem={error ? errorMessage(error, 'The message could not be sent.') : undefined}
      >
        <ShownMessage message={preview} mailTo={mailTo} textTo={textTo} />
        {note}
      </FormDialog>
    );
  }
  const typed = (name: keyof Draft) => field(name as Path<Input>);
  return (
    <FormDialog {...shared} {...dialog} step="draft" submitText="Preview" pendingText="Loading...">
      {fields?.(field)}
      <TextField label="Subject" {...typed('subject')} />
      <TextAreaField
        label="Message"
        hint="Each email starts with “Hello” and the person’s first name, unless you write your own greeting."
        {...typed('body')}
      />
      <TextField
        label="Text Message"
        hint="Also goes to everyone who opted in to texts, up to 3 segments long. Leave it empty to send only emails."
        {...typed('textBody')}
      />
    </FormDialog>
  );
}

interface ShownMessageProps extends Pick<Recipients, 'mailTo' | 'textTo'> {
  message: PreviewedMessage;
}

/** What is about to be sent, and to whom. */
function ShownMessage({ message: { mail, text }, mailTo, textTo }: ShownMessageProps) {
  return (
    <>
      <section aria-label="Mail" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
        <p className="wrap-anywhere text-muted">Mail to {mailTo}</p>
        <p className="wrap-anywhere mt-2 font-semibold">{mail.subject}</p>
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{mail.text}</p>
      </section>
      {text && (
        <section aria-label="Text" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
          <p className="wrap-anywhere text-muted">
            {textTo ? `Text to ${textTo}` : 'No one in this group has opted in to texts'} ·{' '}
            {text.segments === 1 ? '1 segment' : `${text.segments} segments`}
          </p>
          <p className="wrap-anywhere mt-2">{text.body}</p>
        </section>
      )}
    </>
  );
}
