import type { CurrentNote, Note } from '../../contract/person-page.ts';
import { noteBody } from '../../contract/person-page.ts';
import { callApi } from '../api.ts';
import { TextAreaField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

interface NoteDialogProps extends DialogControl {
  person: { id: number; name: string };
  /** Null for a new one. */
  note: Note | null;
}

export function NoteDialog({ person, note, ...control }: NoteDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: noteBody,
    values: { body: note?.body ?? '' },
    stored: {
      version: note?.version ?? 0,
      valuesOf: ({ body }: CurrentNote) => ({ body }),
      describe: ({ body }: CurrentNote) => [['body', 'Note', body]],
    },
    save: (body, ifMatch): Promise<{ message: string }> =>
      note
        ? callApi('PATCH /api/admin/notes/:id', { params: { id: note.id }, body, ifMatch })
        : callApi('POST /api/admin/people/:id/notes', { params: { id: person.id }, body }),
    invalidates: ['GET /api/admin/people/:id/notes', 'GET /api/admin/people/:id/timeline'],
    toast: ({ message }) => ({ title: message }),
    failed: 'The note could not be saved. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="main"
      title={note ? 'Edit note' : 'Write a note'}
      description={`About ${person.name}, for staff. ${person.name} does not see it here, but has it in the download of their own data.`}
      submitText="Save Note"
      pendingText="Saving..."
    >
      <TextAreaField label="Note" {...field('body')} />
    </FormDialog>
  );
}
