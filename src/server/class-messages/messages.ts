import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { classes, classMessages } from '../database/schema.ts';
import { defineMessage, outdated } from '../messaging/define-message.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import { toStop } from '../messaging/text-words.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';

/** What staff have written stays as it was, also after the class. */
export const classMessage = defineMessage('class-message', {
  name: 'Message to a class',
  about: z.object({ messageId: z.int() }),
  async find({ database, clock }, { about, channel }) {
    const [found] = await database
      .select({ message: classMessages, startsAt: classes.startsAt })
      .from(classMessages)
      .innerJoin(classes, eq(classes.id, classMessages.classId))
      .where(eq(classMessages.id, about.messageId));
    if (!found || (channel === 'text' && !found.message.textBody)) return outdated('unknown');
    return { ...found, usefulUntil: new Date(clock.now().getTime() + DAY_MS) };
  },
  mail: ({ settings }, { person: { firstName }, message, startsAt }) =>
    classMessageMail(settings, { ...message, firstName, startsAt }),
  text: ({ settings }, { message: { textBody }, usefulUntil }) => ({
    body: classMessageText(settings.site, textBody ?? ''),
    usefulUntil,
  }),
});

interface ClassMessage {
  firstName: string;
  subject: string;
  body: string;
  startsAt: Date;
}

export function classMessageMail(
  { site, publicUrl }: Settings,
  { firstName, subject, body, startsAt }: ClassMessage,
) {
  return layOutMail(site, {
    subject,
    ...writtenParts(firstName, body),
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards: `This message went to everyone in the class on ${formatSpokenSlot(startsAt)}.`,
  });
}

const ownGreeting =
  /^(hello|hi|hey|dear|greetings|namaste|good (morning|afternoon|evening|day))\b[^\n,!.:;]{0,40}([\n,!:]|$)/i;

/** What staff wrote, greeted by name unless it begins with a greeting. Empty lines separate paragraphs. */
export function writtenParts(firstName: string, body: string) {
  const blocks = body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return {
    // Two paragraphs, because the first may be no more than a greeting.
    preview: blocks.slice(0, 2).join(' '),
    greeting: ownGreeting.test(blocks[0] ?? '') ? null : `Hello ${firstName},`,
    blocks,
  };
}

export function classMessageText(site: Settings['site'], words: string): string {
  return `${site.organisation}: ${words} ${toStop}`;
}
