import { desc, eq } from 'drizzle-orm';
import type { Note } from '../../contract/notes.ts';
import { canAdminister, canEdit } from '../../course/roles.ts';
import type { Database } from '../database/connect.ts';
import { type Person, people, personNotes } from '../database/schema.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';

/** The notes about somebody, the newest first, as one of the staff sees them. */
export async function listNotes(
  database: Database,
  viewer: Person,
  personId: number,
): Promise<Note[]> {
  await refuseHiddenPerson(database, viewer, personId);
  const rows = await database
    .select({ note: personNotes, firstName: people.firstName, lastName: people.lastName })
    .from(personNotes)
    .innerJoin(people, eq(people.id, personNotes.writtenBy))
    .where(eq(personNotes.personId, personId))
    .orderBy(desc(personNotes.writtenAt), desc(personNotes.id));
  return rows.map(({ note: { id, body, version, ...note }, firstName, lastName }) => ({
    ...{ id, body, version },
    writtenBy: `${firstName} ${lastName}`,
    writtenAt: note.writtenAt.toISOString(),
    editedAt: note.editedAt?.toISOString() ?? null,
    isEditable: mayChange(viewer, note),
  }));
}

/** Whoever wrote it, while they may edit, and every admin. */
export function mayChange(
  viewer: Pick<Person, 'id' | 'role' | 'isAdmin'>,
  { writtenBy }: { writtenBy: number },
): boolean {
  return canAdminister(viewer.role) || (canEdit(viewer) && writtenBy === viewer.id);
}
