import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId } from './fields.ts';
import { noteBody } from './note-form.ts';

const note = z.object({
  id,
  body: z.string(),
  writtenBy: z.string(),
  writtenAt: instant,
  editedAt: z.nullable(instant),
  /** Whether the caller may change or delete it. */
  isEditable: z.boolean(),
  /** Sent back in `If-Match`. */
  version: z.int(),
});
export type Note = z.infer<typeof note>;

const currentNote = z.pick(note, { body: true, version: true });
export type CurrentNote = z.infer<typeof currentNote>;

const ofOne = z.object({ id: pathId });

/** Notes of staff about a person, for staff. The person has them in the download of their own data. */
export const noteCalls = {
  getNotes: endpoint({
    summary: 'Lists the notes of staff about a person, newest first',
    method: 'GET',
    path: '/api/admin/people/:id/notes',
    access: 'staff',
    params: ofOne,
    response: z.array(note),
  }),
  writeNote: endpoint({
    summary: 'Writes a note about a person',
    method: 'POST',
    path: '/api/admin/people/:id/notes',
    access: 'editors',
    params: ofOne,
    body: noteBody,
    response: message,
  }),
  editNote: endpoint({
    summary: 'Changes a note',
    method: 'PATCH',
    path: '/api/admin/notes/:id',
    access: 'editors',
    params: ofOne,
    body: noteBody,
    response: message,
    current: currentNote,
  }),
  deleteNote: endpoint({
    summary: 'Deletes a note',
    method: 'DELETE',
    path: '/api/admin/notes/:id',
    access: 'editors',
    params: ofOne,
    response: message,
    current: currentNote,
  }),
};
