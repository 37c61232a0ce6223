import {
  type CurrentNote,
  type Note,
  noteBody,
  type PersonPage,
} from '../../contract/person-page.ts';
import { fullName } from '../../course/full-name.ts';
import { callApi } from '../api.ts';
import { TextAreaField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

interface NoteDialogProps extends DialogControl {
  person: Pick<PersonPage, 'id' | 'firstName' | 'lastName'>;
  note: Note | null;
}

export function NoteDialog({ person, note, ...control }: NoteDialogProps) {
  const name = fullName(person);
  const { field, dialog } = useDialogForm(control, {
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
    failed: 'We couldn’t save the note. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      title={note ? 'Edit Note' : 'Add a Note'}
      description={`This note about ${name} is for staff only. If ${name} downloads their own data, the file will include the note.`}
      submitText="Save Note"
    >
      <TextAreaField label="Note" {...field('body')} />
    </FormDialog>
  );
}
