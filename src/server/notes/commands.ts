import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { type Person, people, personNotes } from '../database/schema.ts';
import { audit } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { mayChange } from './queries.ts';

interface Author {
  person: Person;
  ip: string;
}

const actorOf = ({ person, ip }: Author) => ({ id: person.id, ip });

/** The words stand in the note alone: the audit log says that there was one, and who wrote it. */
export async function writeNote(
  { database, clock }: Services,
  author: Author,
  personId: number,
  body: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // The note points at both.
    await lockPeople(transaction, [personId, author.person.id]);
    await refuseHiddenPerson(transaction, author.person, personId);
    const [person] = await transaction.select().from(people).where(eq(people.id, personId));
    if (!person || person.erasedAt) throw new DomainError('person-not-found');
    const now = clock.now();
    await transaction
      .insert(personNotes)
      .values({ personId, body, writtenBy: author.person.id, writtenAt: now });
    await audit(transaction, actorOf(author), now, 'note: written', { person: personId });
  });
}

interface SeenNote {
  id: number;
  version: number | undefined;
}

/** Asked twice for the same words, it changes them once. */
export async function editNote(
  { database, clock }: Services,
  author: Author,
  seen: SeenNote,
  body: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const note = await lockNote(transaction, author, seen.id);
    if (note.body === body) return;
    await refuseStale(note.version, seen.version, 'note', () => currentOf(note));
    const now = clock.now();
    await transaction
      .update(personNotes)
      .set({ body, editedAt: now, version: note.version + 1 })
      .where(eq(personNotes.id, note.id));
    await audit(transaction, actorOf(author), now, 'note: edited', { person: note.personId });
  });
}

export async function deleteNote(
  { database, clock }: Services,
  author: Author,
  seen: SeenNote,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const note = await lockNote(transaction, author, seen.id);
    const current = () => currentOf(note);
    await refuseStale(note.version, seen.version, 'note', current, 'delete it');
    await transaction.delete(personNotes).where(eq(personNotes.id, note.id));
    await audit(transaction, actorOf(author), clock.now(), 'note: deleted', {
      person: note.personId,
    });
  });
}

type Row = typeof personNotes.$inferSelect;

async function lockNote(transaction: Transaction, { person }: Author, id: number): Promise<Row> {
  const [note] = await transaction
    .select()
    .from(personNotes)
    .where(eq(personNotes.id, id))
    .for('update');
  if (!note) throw new DomainError('note-deleted');
  await refuseHiddenPerson(transaction, person, note.personId);
  if (!mayChange(person, note)) throw new DomainError('note-of-another');
  return note;
}

const currentOf = ({ body, version }: Row) => ({ body, version });
