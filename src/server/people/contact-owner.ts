import { eq, type SQL, sql } from 'drizzle-orm';
import { fullName } from '../../course/full-name.ts';
import { isBrokenBy, toConflictError } from '../database/broken-constraint.ts';
import type { Database } from '../database/connect.ts';
import { findRow } from '../database/rows.ts';
import { type Person, people } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';

export const conflictError = (phoneField: string) =>
  toConflictError({
    people_one_per_email: () => new DomainError('email-in-use', {}),
    people_one_per_phone: () => new DomainError('phone-in-use', { field: phoneField }),
  });

type Contact = Pick<Person, 'email' | 'phone'>;

/** Like `conflictError`, but says who has the email address or phone number. */
export function ownedConflictError(database: Database, { email, phone }: Contact, field: string) {
  const ownerOf = async (where: SQL) => {
    const owner = await findRow(database, people, where);
    return owner ? { owner: describeOwner(owner) } : {};
  };
  return async (error: unknown): Promise<never> => {
    if (isBrokenBy(error, 'people_one_per_email')) {
      const isTheirs = eq(sql`lower(${people.email})`, email.toLowerCase());
      throw new DomainError('email-in-use', await ownerOf(isTheirs));
    }
    if (isBrokenBy(error, 'people_one_per_phone')) {
      const isTheirs = eq(people.phone, phone ?? '');
      throw new DomainError('phone-in-use', { field, ...(await ownerOf(isTheirs)) });
    }
    throw error;
  };
}

const kinds = {
  student: 'a student',
  alumni: 'an alum',
  teacher: 'a teacher',
  admin: 'an admin',
};

function describeOwner(person: Person): string {
  return `${fullName(person)}, ${kinds[person.role]}${person.deactivatedAt ? ' (deactivated)' : ''}`;
}
