import { insertOne } from '../../database/rows.ts';
import { type Person, people } from '../../database/schema.ts';
import { audit, commandLineActor } from '../../platform/audit.ts';
import { issueLink, linkOf } from '../../platform/login-links.ts';
import type { Services } from '../../platform/services.ts';
import { conflictError } from '../contact-owner.ts';

type NewAdmin = Pick<Person, 'email' | 'firstName' | 'lastName'>;

/** Called from the command line, to add the first admin or to regain access when no admin can sign in. */
export async function addAdmin(services: Services, admin: NewAdmin) {
  const { database, clock } = services;
  const addition = database.transaction(async (transaction) => {
    const at = clock.now();
    const after = { ...admin, role: 'admin' as const };
    const made = await insertOne(transaction, people, { ...after, createdAt: at });
    await audit(transaction, commandLineActor, at, 'person: added', { person: made.id, after });
    const token = await issueLink(services, transaction, 'printed', { personId: made.id });
    return { link: linkOf(services.settings, token), expiresAt: token.expiresAt };
  });
  return addition.catch(conflictError('phone'));
}
