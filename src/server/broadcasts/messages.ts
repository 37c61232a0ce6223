import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { broadcasts, classes } from '../database/schema.ts';
import { defineMessage, outdated } from '../messages/define-message.ts';
import type { MailContent } from '../messages/mail-layout.ts';
import { toStop } from '../messages/text-words.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';

/** We send this message even if the class is over or the recipient has left the group. */
export const broadcast = defineMessage('broadcast', {
  name: 'Message from staff',
  isWrittenByStaff: true,
  about: z.object({ broadcastId: z.int() }),
  async find({ database, clock }, { about, channel }) {
    const [found] = await database
      .select({ written: broadcasts, startsAt: classes.startsAt })
      .from(broadcasts)
      .leftJoin(classes, eq(classes.id, broadcasts.classId))
      .where(eq(broadcasts.id, about.broadcastId));
    const { subject, body, textBody } = found?.written ?? {};
    if (!found || !subject || !body || (channel === 'text' && !textBody)) {
      return outdated('unknown');
    }
    const usefulUntil = new Date(clock.now().getTime() + DAY_MS);
    return { subject, body, textBody, startsAt: found.startsAt, usefulUntil };
  },
  mail: (_, found) => broadcastMail(found),
  text: ({ settings }, { textBody, usefulUntil }) => ({
    body: broadcastText(settings.site, textBody ?? ''),
    usefulUntil,
  }),
});

type Written = { subject: string; body: string; startsAt: Date | null };

export function broadcastMail({ subject, body, startsAt }: Written): MailContent {
  const written = { subject, ...writtenParts(body) };
  if (!startsAt) return { ...written, button: ['Open the Portal', PAGES.home] };
  return {
    ...written,
    button: ['See Your Schedule', PAGES.schedule],
    afterwards: `We sent this message to everyone in the class on ${formatSpokenSlot(startsAt)}.`,
  };
}

const ownGreeting =
  /^(hello|hi|hey|dear|greetings|namaste|good (morning|afternoon|evening|day))\b[^\n,!.:;]{0,40}([\n,!:]|$)/i;

export function writtenParts(body: string) {
  const blocks = body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return {
    // The preview has two paragraphs, because the first may be just a greeting.
    preview: blocks.slice(0, 2).join(' '),
    hasGreeting: ownGreeting.test(blocks[0] ?? ''),
    blocks,
  };
}

export function broadcastText(site: Settings['site'], text: string): string {
  return `${site.organization}: ${text} ${toStop}`;
}
