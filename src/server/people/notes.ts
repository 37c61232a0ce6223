import { desc, eq } from 'drizzle-orm';
import { noteCalls } from '../../contract/person-page.ts';
import { canAdminister, canEdit } from '../../course/roles.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow, lockRow, updateRows } from '../database/rows.ts';
import { people, personNotes } from '../database/schema.ts';
import type { Viewer } from '../database/viewer.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale, type Seen } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';

async function listNotes(database: Database, viewer: Viewer, personId: number) {
  await refuseHiddenPerson(database, viewer, personId);
  const rows = await database
    .select({ note: personNotes, writtenBy: nameColumn() })
    .from(personNotes)
    .innerJoin(people, eq(people.id, personNotes.writtenBy))
    .where(eq(personNotes.personId, personId))
    .orderBy(desc(personNotes.writtenAt), desc(personNotes.id));
  return rows.map(({ note, writtenBy }) => ({
    ...note,
    writtenBy,
    isEditable: mayChange(viewer, note),
  }));
}

function mayChange(viewer: Viewer, { writtenBy }: { writtenBy: number }): boolean {
  return canAdminister(viewer.role) || (canEdit(viewer) && writtenBy === viewer.id);
}

interface Author {
  person: Viewer;
  actor: Actor;
}

/** The audit log records that someone added a note, but not its text. */
async function writeNote(
  { database, clock }: Services,
  author: Author,
  personId: number,
  body: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPeople(transaction, [personId, author.person.id]);
    await refuseHiddenPerson(transaction, author.person, personId);
    const person = await findRow(transaction, people, { id: personId });
    if (!person || person.erasedAt) throw new DomainError('person-not-found');
    const now = clock.now();
    const note = { personId, body, writtenBy: author.person.id, writtenAt: now };
    await transaction.insert(personNotes).values(note);
    await audit(transaction, author.actor, now, 'note: written', { person: personId });
  });
}

async function editNote({ database, clock }: Services, author: Author, seen: Seen, body: string) {
  await database.transaction(async (transaction) => {
    const note = await lockNote(transaction, author, seen.id);
    if (note.body === body) return;
    await refuseStale(note.version, seen.version, 'note', () => currentOf(note));
    const now = clock.now();
    const changed = { body, editedAt: now, version: note.version + 1 };
    await updateRows(transaction, personNotes, { id: note.id }, changed);
    await audit(transaction, author.actor, now, 'note: edited', { person: note.personId });
  });
}

async function deleteNote({ database, clock }: Services, author: Author, seen: Seen) {
  await database.transaction(async (transaction) => {
    const note = await lockNote(transaction, author, seen.id);
    await refuseStale(note.version, seen.version, 'note', () => currentOf(note), 'delete it');
    await transaction.delete(personNotes).where(eq(personNotes.id, note.id));
    const facts = { person: note.personId };
    await audit(transaction, author.actor, clock.now(), 'note: deleted', facts);
  });
}

type Row = typeof personNotes.$inferSelect;

async function lockNote(transaction: Transaction, { person }: Author, id: number): Promise<Row> {
  const note = await lockRow(transaction, personNotes, { id }, 'update');
  if (!note) throw new DomainError('note-deleted');
  await refuseHiddenPerson(transaction, person, note.personId);
  if (!mayChange(person, note)) throw new DomainError('note-of-another');
  return note;
}

const currentOf = ({ body, version }: Row) => ({ body, version });

export function serveNotes(services: Services, context: RouteContext): void {
  serve(context, noteCalls, {
    getNotes: ({ params, person }) => listNotes(services.database, person, params.id),

    writeNote: ({ params, body, ...author }) =>
      writeNote(services, author, params.id, body.body).then(saying('Note added')),

    editNote: ({ params: { id }, body, version, ...author }) =>
      editNote(services, author, { id, version }, body.body).then(saying('Note updated')),

    deleteNote: ({ params: { id }, version, ...author }) =>
      deleteNote(services, author, { id, version }).then(saying('Note deleted')),
  });
}
