import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { PAGES } from '../../course/pages.ts';
import { classMessageText, writtenParts } from '../class-messages/index.ts';
import { groupMessages } from '../database/schema.ts';
import { defineMessage, outdated } from '../messaging/define-message.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';

/** What was written stays as it was, also for those who have left the group since. */
export const groupMessage = defineMessage('group-message', {
  name: 'Message to many students',
  about: z.object({ messageId: z.int() }),
  async find({ database, clock }, { about, channel }) {
    const whereGiven = eq(groupMessages.id, about.messageId);
    const [written] = await database.select().from(groupMessages).where(whereGiven);
    const { subject, body, textBody } = written ?? {};
    if (!subject || !body || (channel === 'text' && !textBody)) return outdated('unknown');
    return { subject, body, textBody, usefulUntil: new Date(clock.now().getTime() + DAY_MS) };
  },
  mail: ({ settings }, { person: { firstName }, subject, body }) =>
    groupMessageMail(settings, { firstName, subject, body }),
  text: ({ settings }, { textBody, usefulUntil }) => ({
    body: classMessageText(settings.site, textBody ?? ''),
    usefulUntil,
  }),
});

interface GroupMessage {
  firstName: string;
  subject: string;
  body: string;
}

export function groupMessageMail(
  { site, publicUrl }: Settings,
  { firstName, subject, body }: GroupMessage,
) {
  return layOutMail(site, {
    subject,
    ...writtenParts(firstName, body),
    action: { words: 'Open the course portal', link: publicUrl + PAGES.home },
  });
}
