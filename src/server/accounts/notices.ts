import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PAGES } from '../../course/pages.ts';
import type { Transaction } from '../database/connect.ts';
import { findNewest } from '../database/rows.ts';
import { auditLog, type Person } from '../database/schema.ts';
import { type Channel, defineMessage, outdated } from '../messages/define-message.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';

const sentences = {
  added: 'A passkey was added to your account. You can now sign in with it.',
  removed:
    'A passkey was removed from your account. You can no longer sign in with it, and your other devices were signed out.',
  reset:
    'An admin removed all your passkeys and signed you out everywhere, usually because a device was lost. Next time, sign in with a link, and then add a new passkey on your account page.',
  confirmed:
    'Thank you for confirming your phone number. You can now sign in with it, and we’ll text you the link.',
  contact: 'The email address or phone number on your account has changed.',
};

/**
 * Alerts people when the ways to sign in to their account change, in case someone else made the change. If their email
 * address or phone number changes, we also write to the old one. The queue holds no addresses, so we read the old one
 * from the audit log.
 */
const accountChanged = defineMessage('account-changed', {
  name: 'Sign-in details changed',
  about: z.object({
    what: z.enum(['added', 'removed', 'reset', 'confirmed', 'contact']),
    changedAt: z.iso.datetime(),
    isToOld: z.boolean(),
  }),
  isLogin: true,
  async find({ database }, { person: { id }, about: { changedAt, isToOld } }) {
    if (!isToOld) return { old: {} };
    const { personId, at, before } = auditLog;
    const since = new Date(Date.parse(changedAt) - MINUTE_MS);
    const hasContact = sql`${before} ?| array['email', 'phone']`;
    const isMeant = and(eq(personId, id), gt(at, since), hasContact);
    const entry = await findNewest(database, auditLog, isMeant, auditLog.id);
    return entry ? { old: entry.before as { email?: string; phone?: string } } : outdated();
  },
  mail: ({ settings: { site } }, { person, about: { what }, old }) => ({
    to: old.email ?? person.email,
    subject: 'Your sign-in details have changed',
    preview: sentences[what],
    blocks: [`This is about the ${site.courseShortName} course portal. ${sentences[what]}`],
    button: ['Open Your Account', PAGES.account],
    afterwards: `If this wasn’t you, please email ${site.supportEmail} right away.`,
  }),
  text: ({ settings: { site } }, { about: { changedAt }, old }) => ({
    to: old.phone ?? '',
    body: `${site.organization}: The phone number on your course portal account has changed. If this wasn't you, please email ${site.supportEmail}.`,
    usefulUntil: new Date(Date.parse(changedAt) + DAY_MS),
    isAtAnyHour: true,
  }),
});

export async function alertPerson(
  { queue, clock }: Services,
  transaction: Transaction,
  personId: number,
  what: keyof typeof sentences,
  { channel = 'email', isToOld = false }: { channel?: Channel; isToOld?: boolean } = {},
): Promise<void> {
  const notice = { personId, what, changedAt: clock.now().toISOString(), isToOld };
  await accountChanged.send(queue, transaction, [notice], { channels: [channel] });
}

/**
 * Call this in the transaction that writes the old email or phone number to the audit log, because the message looks it
 * up there.
 */
export async function announceContactChange(
  services: Services,
  transaction: Transaction,
  { id, email, phone }: Person,
  after: { email: string; phone: string | null },
): Promise<void> {
  const alert = (channel: Channel, isToOld: boolean) =>
    alertPerson(services, transaction, id, 'contact', { channel, isToOld });
  await alert('email', false);
  if (email.toLowerCase() !== after.email.toLowerCase()) await alert('email', true);
  if (phone && phone !== after.phone) await alert('text', true);
}
