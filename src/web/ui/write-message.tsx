import type { ReactNode, SubmitEventHandler } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from './field.tsx';
import { DialogForm } from './form-dialog.tsx';
import { TextAreaField } from './form-fields.tsx';

type FieldName = 'subject' | 'body' | 'textBody';

interface WriteMessageProps {
  /** A field of the form, and what is wrong with it. */
  field: (name: FieldName) => UseFormRegisterReturn & { error?: string | undefined };
  isDirty: boolean;
  onPreview: SubmitEventHandler;
  isPreviewing: boolean;
  /** What is about to be sent, once it is known, and to how many people. */
  preview: { shown: ReactNode; people: number } | undefined;
  onSend: SubmitEventHandler;
  isSending: boolean;
  sendProblem: string | undefined;
  /** Back from the preview to the words. */
  onChange: () => void;
  onClose: () => void;
  /** Fields above the words. */
  children?: ReactNode;
}

/** A message to many people, in two steps within a `FormDialog`: nothing goes out that was not looked at. */
export function WriteMessage(props: WriteMessageProps) {
  const { field, preview, onClose } = props;
  if (preview) {
    const { people } = preview;
    return (
      <DialogForm
        key="preview"
        onSubmit={props.onSend}
        onCancel={props.onChange}
        cancelText="Change It"
        submitText={people === 1 ? 'Send to 1 Person' : `Send to ${people} People`}
        pendingText="Sending..."
        isSaving={props.isSending}
        isDirty
        onDiscard={onClose}
        problem={props.sendProblem}
      >
        {preview.shown}
      </DialogForm>
    );
  }
  return (
    <DialogForm
      key="draft"
      onSubmit={props.onPreview}
      onCancel={onClose}
      submitText="Preview"
      pendingText="Loading..."
      isSaving={props.isPreviewing}
      isDirty={props.isDirty}
    >
      {props.children}
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
