import { eq } from 'drizzle-orm';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { historyCalls } from '../../contract/history.ts';
import type { Database } from '../database/connect.ts';
import { type Person, sentMessages } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { showPhone } from '../platform/phone.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';

export async function readMessage(
  database: Database,
  viewer: Person,
  id: number,
): Promise<ResponseOf<typeof historyCalls.getMessage>> {
  const [found] = await database.select().from(sentMessages).where(eq(sentMessages.id, id));
  if (!found?.personId) throw new DomainError('not-found');
  await refuseHiddenPerson(database, viewer, found.personId);
  const { subject, channel, status, createdAt, body } = found;
  const recipient = channel === 'text' ? showPhone(found.recipient) : found.recipient;
  const { text = null, html = null } = body ?? {};
  return { subject, channel, recipient, status, sentAt: createdAt.toISOString(), text, html };
}
