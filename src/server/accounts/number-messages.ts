import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { phoneCodes } from '../database/schema.ts';
import { defineMessage, outdated } from '../messages/define-message.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import { isWithinLife, MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { showPhone } from '../platform/phone.ts';
import { deriveCode } from '../platform/tokens.ts';
import type { Settings } from '../settings.ts';

export const numberCode = defineMessage('number-code', {
  name: 'Code that confirms a phone number',
  about: z.object({ codeId: z.int() }),
  isLogin: true,
  tries: 8,
  async find({ database, clock }, { person, about: { codeId } }) {
    const whereGiven = and(
      eq(phoneCodes.id, codeId),
      eq(phoneCodes.phone, person.unconfirmedPhone ?? ''),
    );
    const [code] = await database.select().from(phoneCodes).where(whereGiven);
    const isOfUse = code && isWithinLife(code.createdAt, code.expiresAt, clock.now());
    return isOfUse ? { code } : outdated();
  },
  text: ({ settings, clock }, { code: { phone, nonce, expiresAt } }) => {
    const code = deriveCode(settings.linkKey, nonce);
    const minutes = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / MINUTE_MS);
    return {
      to: phone,
      body: numberCodeText(settings.site, {
        ...{ code, minutes },
        host: new URL(settings.publicUrl).hostname,
      }),
      searchText: `${code} confirms`,
      usefulUntil: expiresAt,
      isAtAnyHour: true,
    };
  },
  /** Whoever wants one asks for it, and types it where they did. */
  async sendAgain() {
    throw new DomainError('message-outdated', { why: 'sent-once' });
  },
});

export const numberConfirmed = defineMessage('number-confirmed', {
  name: 'Phone number confirmed',
  about: z.object({ confirmedAt: z.iso.datetime() }),
  find: async (_, { person: { phone } }) => (phone ? { number: showPhone(phone) } : outdated()),
  mail: ({ settings }, { person: { firstName }, number }) =>
    numberConfirmedMail(settings, { firstName, number }),
});

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
function numberConfirmedMail(
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
