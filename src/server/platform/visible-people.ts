import { eq, type SQL } from 'drizzle-orm';
import { canAdminister, canSeePerson } from '../../course/roles.ts';
import type { Reader } from '../database/connect.ts';
import { findRow } from '../database/rows.ts';
import { type Person, people, sentMessages } from '../database/schema.ts';
import { DomainError } from './errors.ts';

/** Throws the same error for hidden people as for people who don’t exist. */
export async function refuseHiddenPerson(
  database: Reader,
  viewer: Pick<Person, 'role'>,
  personId: number,
): Promise<void> {
  const found = await findRow(database, people, { id: personId });
  if (!found || !canSeePerson(viewer.role, found.role)) throw new DomainError('person-not-found');
}

/** Teachers can’t see messages to people who were staff at the time, whatever their role is now. */
export function isMessageVisible({ role }: Pick<Person, 'role'>): SQL | undefined {
  return canAdminister(role) ? undefined : eq(sentMessages.toStaff, false);
}
