import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../database/connect.ts';
import { auditLog, type Person } from '../database/schema.ts';
import { defineMessage, outdated } from '../messages/define-message.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import type { Settings } from '../settings.ts';

const passkeyChanges = {
  added: ['A passkey was added to your account', 'You can now sign in with it.'],
  removed: ['A passkey was removed from your account', 'It no longer signs you in.'],
  reset: [
    'Your passkeys were removed',
    'An admin removed all your passkeys and signed you out everywhere, usually because a device was lost. Next time, sign in with a link, and then add a new passkey on your account page.',
  ],
} as const;

/** Alerts staff when their passkeys change, in case someone else did it. */
export const passkeyChanged = defineMessage('passkey-changed', {
  name: 'Passkey added or removed',
  about: z.object({ change: z.enum(['added', 'removed', 'reset']), changedAt: z.iso.datetime() }),
  find: async (_, { about: { change } }) => ({ words: passkeyChanges[change] }),
  mail: ({ settings }, { person, words: [subject, sentence] }) =>
    layOutAlert(settings, person, subject, `${subject} on the course portal. ${sentence}`),
});

/**
 * Tells people that their email address or phone number has changed: on both the old and the new one. The queue holds
 * no addresses, so we read the old ones from the audit log.
 */
const contactChanged = defineMessage('contact-changed', {
  name: 'Email address or phone number changed',
  about: z.object({ changedAt: z.iso.datetime(), isOld: z.boolean() }),
  isLogin: true,
  async find({ database }, { person, about: { changedAt } }) {
    const since = new Date(Date.parse(changedAt) - MINUTE_MS);
    const { personId, at, id, before } = auditLog;
    const hasContact = sql`${before} ?| array['email', 'phone']`;
    const [entry] = await database
      .select({ before })
      .from(auditLog)
      .where(and(eq(personId, person.id), gt(at, since), hasContact))
      .orderBy(desc(id))
      .limit(1);
    return entry ? { old: entry.before as { email?: string; phone?: string } } : outdated();
  },
  mail: ({ settings }, { person, about: { isOld }, old }) => ({
    ...layOutAlert(
      settings,
      person,
      'Your sign-in details have changed',
      'The email address or phone number of your account on the course portal has changed.',
    ),
    to: (isOld && old.email) || person.email,
  }),
  text: ({ settings: { site } }, { about: { changedAt }, old }) => ({
    to: old.phone ?? '',
    body: `${site.organization}: The phone number of your course portal account has changed. If this wasn't you, please write to ${site.supportEmail}.`,
    usefulUntil: new Date(Date.parse(changedAt) + DAY_MS),
    isAtAnyHour: true,
  }),
});

/** Call this in the transaction that writes the old values to the audit log. */
export async function announceContactChange(
  { queue, clock }: Services,
  transaction: Transaction,
  before: Pick<Person, 'id' | 'email' | 'phone'>,
  after: { email: string; phone: string | null },
): Promise<void> {
  const to = { personId: before.id, changedAt: clock.now().toISOString() };
  const tell = (isOld: boolean, channel: 'email' | 'text') =>
    contactChanged.send(queue, transaction, [{ ...to, isOld }], { channels: [channel] });
  await tell(false, 'email');
  if (before.email.toLowerCase() !== after.email.toLowerCase()) await tell(true, 'email');
  if (before.phone && before.phone !== after.phone) await tell(true, 'text');
}

function layOutAlert(
  { site, publicUrl }: Settings,
  { firstName }: Person,
  subject: string,
  sentence: string,
) {
  return layOutMail(site, {
    subject,
    preview: sentence,
    greeting: `Hello ${firstName},`,
    blocks: [sentence],
    action: { words: 'Open Your Account', link: `${publicUrl}/account` },
    afterwards: `If this wasn’t you, please email ${site.supportEmail} right away.`,
  });
}
