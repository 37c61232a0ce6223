import type { Note, PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { callApi, errorMessage, useFreshQuery } from '../api.ts';
import { useRights } from '../auth.tsx';
import { DialogButton } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { InlineError } from '../ui/notice.tsx';
import { DialogLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { NoteDialog } = lazily(() => import('./note-dialog.tsx'));
const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

export function Notes({ person }: { person: PersonPage }) {
  const { canEdit } = useRights();
  const params = { id: person.id };
  const { data: notes, error } = useFreshQuery('GET /api/admin/people/:id/notes', { params });
  const writing = useDialog<Note | 'new'>();
  const deleting = useDialog<Note>();
  const renderNote = (note: Note) => {
    const writtenAt = new Date(note.writtenAt);
    const when = `${formatCompactDate(writtenAt)}, ${formatTime(writtenAt)}`;
    const which = <span className="sr-only"> the note from {when}</span>;
    return (
      <li key={note.id}>
        <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
        <p className="text-muted text-sm">
          {note.writtenBy}, {when}
          {note.editedAt && ', edited'}
        </p>
        {note.isEditable && (
          <p className="flex gap-4 print:hidden">
            <DialogLink onClick={() => writing.open(note)}>Edit{which}</DialogLink>
            <DialogLink onClick={() => deleting.open(note)}>Delete{which}</DialogLink>
          </p>
        )}
      </li>
    );
  };
  return (
    <Section id="notes-heading" title="Notes for staff">
      {error && !notes && (
        <InlineError>
          {errorMessage(error, 'We couldn’t load the notes. Please reload the page.')}
        </InlineError>
      )}
      {notes?.length === 0 && <p className="text-muted">No notes yet.</p>}
      <ul className="grid gap-3">{notes?.map(renderNote)}</ul>
      {canEdit && !person.erasedAt && (
        <DialogButton className="mt-3 print:hidden" onClick={() => writing.open('new')}>
          Add a Note
        </DialogButton>
      )}
      {writing.render((dialog, subject) => (
        <NoteDialog person={person} note={subject === 'new' ? null : subject} {...dialog} />
      ))}
      {deleting.render((dialog, { id, version, body }) => (
        <ActionDialog
          {...dialog}
          title="Delete this note?"
          description={<span className="whitespace-pre-line wrap-anywhere">“{body}”</span>}
          confirmText="Delete"
          pendingText="Deleting..."
          run={() => callApi('DELETE /api/admin/notes/:id', { params: { id }, ifMatch: version })}
          invalidates={['GET /api/admin/people/:id/notes', 'GET /api/admin/people/:id/timeline']}
          failed="We couldn’t delete the note. Please try again."
        />
      ))}
    </Section>
  );
}
