import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { BroadcastPreview } from '../../contract/broadcasts.ts';
import { classMessageBody } from '../../contract/forms.ts';
import { errorMessage } from '../api.ts';
import { TextAreaField, TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { countOf } from '../ui/loaded-list.tsx';
import { useRun } from '../ui/use-action.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

const empty = { audience: 'registered' as const, subject: '', body: '', textBody: '' };

type Draft = typeof classMessageBody._zod.output;
type BoundField = UseFormRegisterReturn & { error?: string | undefined };

interface BroadcastDialogProps extends DialogControl {
  title: string;
  description: string;
  onSent?: () => void;
  preview: (draft: Draft) => Promise<BroadcastPreview>;
  /** `key` makes sending idempotent. */
  send: (draft: Draft & { key: string }) => Promise<{ message: string }>;
  fields?: (field: (name: keyof Draft) => BoundField) => ReactNode;
}

export function BroadcastDialog(props: BroadcastDialogProps) {
  const { open, onClose, title, description, onSent, fields } = props;
  const [key] = useState(() => crypto.randomUUID());
  const [preview, setPreview] = useState<BroadcastPreview>();
  const { form, field, dialog } = useDialogForm(props, {
    schema: classMessageBody,
    values: empty,
    save: props.preview,
    onSaved: setPreview,
    failed: 'We couldn’t create the preview. Please try again.',
  });
  const done = () => {
    onSent?.();
    onClose();
  };
  const failed = 'We couldn’t send the message. Please try again.';
  const sending = useRun(props.send, { onDone: done });
  const shared = { open, onClose, title, description };
  if (preview) {
    const { mails } = preview;
    return (
      <FormDialog
        {...shared}
        step="preview"
        onSubmit={form.handleSubmit((draft) => sending.mutate({ ...draft, key }))}
        onCancel={() => {
          sending.reset();
          setPreview(undefined);
        }}
        cancelText="Edit Message"
        submitText={`Send to ${countOf(mails, 'Person', 'People')}`}
        pendingText="Sending..."
        isSaving={sending.isPending}
        isDirty
        problem={sending.error ? errorMessage(sending.error, failed) : undefined}
      >
        <Preview {...preview} />
      </FormDialog>
    );
  }
  return (
    <FormDialog {...shared} {...dialog} step="draft" submitText="Preview" pendingText="Loading...">
      {fields?.(field)}
      <TextField label="Subject" {...field('subject')} />
      <TextAreaField
        label="Message"
        hint="Each email will start with “Hello” and the person’s first name, unless you write your own greeting."
        {...field('body')}
      />
      <TextField
        label="Text Message"
        hint="We’ll also text this to everyone who opted in. It can be up to 3 segments long. Leave it empty to send only emails."
        {...field('textBody')}
      />
    </FormDialog>
  );
}

const box = 'rounded-control bg-neutral-soft px-4 py-3 text-sm';

function Preview({ mails, texts, names, minutes, mail, text }: BroadcastPreview) {
  const others = mails - names.length;
  return (
    <>
      <section aria-label="Email" className={box}>
        <p className="wrap-anywhere text-muted">
          Email to {names.join(', ')}
          {others > 0 && ` and ${countOf(others, 'other')}`}
        </p>
        <p className="wrap-anywhere mt-2 font-semibold">{mail.subject}</p>
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{mail.text}</p>
      </section>
      {text && (
        <section aria-label="Text" className={box}>
          <p className="wrap-anywhere text-muted">
            {texts > 0
              ? `Text to the ${countOf(texts, 'person', 'people')} who opted in`
              : 'No one in this group has opted in to texts'}{' '}
            · {countOf(text.segments, 'segment')}
          </p>
          <p className="wrap-anywhere mt-2">{text.body}</p>
        </section>
      )}
      {minutes > 1 && (
        <p className="text-muted text-sm">
          We send messages one at a time. The last one will go out in about {minutes} minutes.
        </p>
      )}
    </>
  );
}
