import { type ReactNode, useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import type { BroadcastPreview } from '../../contract/broadcasts.ts';
import { classMessageBody } from '../../contract/class-forms.ts';
import { errorMessage, useSingleMutation } from '../api.ts';
import { TextField } from './field.tsx';
import { DialogForm, FormDialog, schemaResolver, showFormError } from './form-dialog.tsx';
import { TextAreaField } from './form-fields.tsx';
import { formatCount } from './loaded-list.tsx';
import { toast } from './toast.ts';

const empty = { audience: 'registered' as const, subject: '', body: '', textBody: '' };

/** `audience` is of a class; a group is chosen before the dialog opens. */
interface Draft extends Omit<typeof empty, 'audience'> {
  audience: 'registered' | 'came';
}

interface BroadcastDialogProps {
  title: string;
  description: string;
  open: boolean;
  onClose: () => void;
  onSent?: () => void;
  preview: (draft: Draft) => Promise<BroadcastPreview>;
  send: (draft: Draft & { key: string }) => Promise<{ message: string }>;
  /** Fields above the words. */
  children?: (field: (name: keyof Draft) => Field) => ReactNode;
}

type Field = UseFormRegisterReturn & { error?: string | undefined };

/** A message to many people, in two steps: nothing goes out that was not looked at. */
export function BroadcastDialog(props: BroadcastDialogProps) {
  const { title, description, open, onClose } = props;
  return (
    <FormDialog open={open} onClose={onClose} title={title} description={description}>
      <BroadcastForm {...props} />
    </FormDialog>
  );
}

function BroadcastForm(props: BroadcastDialogProps) {
  const { onClose, onSent, children } = props;
  const [key] = useState(() => crypto.randomUUID());
  const [preview, setPreview] = useState<BroadcastPreview>();
  const [problem, setProblem] = useState<string>();
  const form = useForm({ resolver: schemaResolver(classMessageBody), defaultValues: empty });
  const { errors, isDirty } = form.formState;
  const look = useSingleMutation(props.preview, {
    onSuccess: setPreview,
    onError: (error) => showFormError(form, error, 'The preview could not be made.'),
  });
  const send = useSingleMutation(props.send, {
    onSuccess: ({ message }) => {
      toast({ title: message });
      onSent?.();
      onClose();
    },
    onError: (error) => setProblem(errorMessage(error, 'The message could not be sent.')),
  });
  const field = (name: keyof Draft): Field => ({
    ...form.register(name),
    error: errors[name]?.message,
  });
  if (preview) {
    const { mails } = preview;
    return (
      <DialogForm
        key="preview"
        onSubmit={form.handleSubmit((draft) => send.mutate({ ...draft, key }))}
        onCancel={() => {
          setProblem(undefined);
          setPreview(undefined);
        }}
        cancelText="Change It"
        submitText={mails === 1 ? 'Send to 1 Person' : `Send to ${mails} People`}
        pendingText="Sending..."
        isSaving={send.isPending}
        isDirty
        onDiscard={onClose}
        problem={problem}
      >
        <Preview {...preview} />
      </DialogForm>
    );
  }
  return (
    <DialogForm
      key="draft"
      onSubmit={form.handleSubmit((draft) => look.mutate(draft))}
      onCancel={onClose}
      submitText="Preview"
      pendingText="Loading..."
      isSaving={look.isPending}
      isDirty={isDirty}
    >
      {children?.(field)}
      <TextField label="Subject" {...field('subject')} />
      <TextAreaField
        label="Message"
        hint="Each email starts with “Hello” and the person’s first name, unless you write your own greeting."
        {...field('body')}
      />
      <TextField
        label="Text Message"
        hint="Also goes to everyone who opted in to texts, up to 3 segments long. Leave it empty to send only emails."
        {...field('textBody')}
      />
    </DialogForm>
  );
}

const box = 'rounded-control bg-neutral-soft px-4 py-3 text-sm';

/** What is about to be sent, and to whom. */
function Preview({ mails, texts, names, minutes, mail, text }: BroadcastPreview) {
  const others = mails - names.length;
  return (
    <>
      <section aria-label="Mail" className={box}>
        <p className="wrap-anywhere text-muted">
          Mail to {names.join(', ')}
          {others > 0 && ` and ${formatCount(others)} others`}
        </p>
        <p className="wrap-anywhere mt-2 font-semibold">{mail.subject}</p>
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{mail.text}</p>
      </section>
      {text && (
        <section aria-label="Text" className={box}>
          <p className="wrap-anywhere text-muted">
            {texts > 0
              ? `Text to ${formatCount(texts)} of them who opted in`
              : 'No one in this group has opted in to texts'}{' '}
            · {text.segments === 1 ? '1 segment' : `${text.segments} segments`}
          </p>
          <p className="wrap-anywhere mt-2">{text.body}</p>
        </section>
      )}
      {minutes > 1 && (
        <p className="text-muted text-sm">
          They leave one after the other. The last goes out in about {minutes} minutes.
        </p>
      )}
    </>
  );
}
