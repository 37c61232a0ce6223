import { PAGES } from '../../course/pages.ts';
import { blocksOf } from '../class-messages/index.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import type { Settings } from '../settings.ts';

interface GroupMessage {
  firstName: string;
  subject: string;
  body: string;
}

export function groupMessageMail(
  { site, publicUrl }: Settings,
  { firstName, subject, body }: GroupMessage,
) {
  const blocks = blocksOf(body);
  return layOutMail(site, {
    subject,
    preview: blocks[0] ?? '',
    greeting: `Hello ${firstName},`,
    blocks,
    action: { words: 'Open the course portal', link: publicUrl + PAGES.home },
  });
}
