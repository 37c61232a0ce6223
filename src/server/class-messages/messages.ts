import { formatSpokenSlot } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import { toStop } from '../messaging/text-words.ts';
import type { Settings } from '../settings.ts';

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
