import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { PAGES } from '../../course/pages.ts';
import { findRow } from '../database/rows.ts';
import { alerts, sentMessages } from '../database/schema.ts';
import { defineMessage, keyOf, outdated } from '../messages/define-message.ts';

/** We try only three times, because an admin is waiting to see whether the email arrives. */
export const testMail = defineMessage('test', {
  name: 'Test email',
  about: z.object({ askedAt: z.iso.datetime() }),
  tries: 3,
  find: async () => ({}),
  mail: () => ({
    subject: 'Test email from the portal',
    preview: 'Emails from the portal are reaching you.',
    blocks: [
      'This is the test email you asked for. If you found it in your spam folder, the portal’s emails to other people probably go to spam too.',
    ],
    button: ['Back to Setup', PAGES.setup],
  }),
});

export const alertMail = defineMessage('alert', {
  name: 'Alert for admins',
  about: z.object({ cause: z.string(), sentAt: z.string(), isOver: z.boolean(), page: z.string() }),
  async find({ database }, to) {
    const { cause, sentAt, isOver } = to.about;
    const alert = await findRow(database, alerts, { cause });
    const isSame = alert?.sentAt.toISOString() === sentAt && (alert.sentence === '') === isOver;
    if (!isSame || to.person.role !== 'admin') return outdated();
    const key = keyOf('alert', { ...to, about: { ...to.about, isOver: false } });
    const wasSent = and(eq(sentMessages.key, key), eq(sentMessages.status, 'sent'));
    if (isOver && (await database.$count(sentMessages, wasSent)) === 0) return outdated();
    const words = `Please look into this: ${alert.sentence.replace(/\.$/, '')}. We’ll email you again when it’s resolved.`;
    return {
      words: isOver ? 'Good news: this is resolved. You don’t have to do anything.' : words,
    };
  },
  mail: (_, { about: { cause, isOver, page }, words }) => ({
    subject: `${isOver ? 'Resolved' : 'Portal alert'}: ${cause}`,
    preview: words,
    blocks: [words],
    button: ['See the Details', page],
  }),
});
