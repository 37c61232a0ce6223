import { PAGES } from '../../course/pages.ts';
import { writtenParts } from '../class-messages/index.ts';
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
  return layOutMail(site, {
    subject,
    ...writtenParts(firstName, body),
    action: { words: 'Open the course portal', link: publicUrl + PAGES.home },
  });
}
