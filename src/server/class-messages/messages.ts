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
  const blocks = blocksOf(body);
  return layOutMail(site, {
    subject,
    preview: blocks[0] ?? '',
    greeting: `Hello ${firstName},`,
    blocks,
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards: `This went to everybody of the class on ${formatSpokenSlot(startsAt)}.`,
  });
}

/** What is written with empty lines between. */
export function blocksOf(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

export function classMessageText(site: Settings['site'], words: string): string {
  return `${site.organisation}: ${words} ${toStop}`;
}
