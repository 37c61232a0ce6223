import { useForm } from 'react-hook-form';
import { noteBody } from '../../contract/note-form.ts';
import type { CurrentNote, Note } from '../../contract/notes.ts';
import { DialogForm, FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { TextAreaField } from '../ui/form-fields.tsx';
import { toast } from '../ui/toast.ts';
import { type StoredField, useVersion } from '../ui/use-version.tsx';

interface NoteDialogProps {
  person: { id: number; name: string };
  /** Null for a new one. */
  note: Note | null;
  open: boolean;
  onClose: () => void;
}

export function NoteDialog(props: NoteDialogProps) {
  const { person, note, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title={note ? 'Edit note' : 'Write a note'}
      description={`About ${person.name}, for staff. ${person.name} does not see it here, but has it in the download of their own data.`}
    >
      <NoteForm {...props} />
    </FormDialog>
  );
}

type Values = { body: string };
const unwritten = { body: '', version: 0 };
const valuesOf = ({ body }: CurrentNote): Values => ({ body });
const describe = ({ body }: CurrentNote): StoredField<Values>[] => [['body', 'Note', body]];
const failed = 'The note could not be saved. Please try again.';

function NoteForm({ person, note, onClose }: NoteDialogProps) {
  const opened = note ?? unwritten;
  const form = useForm({ resolver: schemaResolver(noteBody), defaultValues: valuesOf(opened) });
  const { version, notice, handleError, clearConflict } = useVersion<CurrentNote, Values, Values>({
    form,
    opened,
    valuesOf,
    describe,
    failed,
  });
  const saving = {
    invalidates: ['GET /api/admin/people/:id/notes', 'GET /api/admin/people/:id/timeline'] as const,
    onSuccess: ({ message }: { message: string }) => {
      toast({ title: message });
      onClose();
    },
    onError: handleError,
  };
  const write = useSaveMutation('POST /api/admin/people/:id/notes', saving);
  const edit = useSaveMutation('PATCH /api/admin/notes/:id', saving);
  const submit = form.handleSubmit((body) => {
    clearConflict();
    if (note) edit.mutate({ params: { id: note.id }, body, ifMatch: version });
    else write.mutate({ params: { id: person.id }, body });
  });
  const { errors, isDirty } = form.formState;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText="Save Note"
      pendingText="Saving..."
      isSaving={write.isPending || edit.isPending}
      isDirty={isDirty}
      notice={notice}
    >
      <TextAreaField label="Note" {...form.register('body')} error={errors.body?.message} />
    </DialogForm>
  );
}
