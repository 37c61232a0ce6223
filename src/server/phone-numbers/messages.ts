import { layOutMail } from '../messaging/mail-layout.ts';
import type { Settings } from '../settings.ts';

interface Code {
  code: string;
  minutes: number;
  host: string;
}

/** The last line is how phones recognise a code, and offer it on the pages of that host alone. */
export function numberCodeText(
  { organisation }: Settings['site'],
  { code, minutes, host }: Code,
): string {
  return `${organisation}: ${code} confirms your number on the course portal, within ${minutes} minutes. Please give it to nobody.\n@${host} #${code}`;
}

/** To the mailbox, for it may have been somebody else who confirmed a number of theirs. */
export function numberConfirmedMail(
  { site, publicUrl }: Pick<Settings, 'site' | 'publicUrl'>,
  { firstName, number }: { firstName: string; number: string },
) {
  return layOutMail(site, {
    subject: 'You can sign in with your phone number now',
    preview: `Login links can go to ${number} from now on.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      `You have confirmed the number ${number} on the ${site.courseShortName} course portal. From now on you can type it to sign in, and your link comes by text.`,
    ],
    action: { words: 'Your account', link: `${publicUrl}/account` },
    afterwards: `If you have not done this, please write to ${site.supportEmail} at once: whoever holds that phone can sign in as you.`,
  });
}
