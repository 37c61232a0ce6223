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
  name: 'Code to confirm a phone number',
  about: z.object({ codeId: z.int() }),
  isLogin: true,
  tries: 8,
  async find({ database, clock }, { person, about: { codeId } }) {
    const isCurrent = and(
      eq(phoneCodes.id, codeId),
      eq(phoneCodes.phone, person.unconfirmedPhone ?? ''),
    );
    const [code] = await database.select().from(phoneCodes).where(isCurrent);
    const isUsable = code && isWithinLife(code.createdAt, code.expiresAt, clock.now());
    return isUsable ? { code } : outdated();
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
      searchText: `${code} is your`,
      usefulUntil: expiresAt,
      isAtAnyHour: true,
    };
  },
  async sendAgain() {
    throw new DomainError('message-outdated', { why: 'sent-once' });
  },
});

export const numberConfirmed = defineMessage('number-confirmed', {
  name: 'Phone number confirmed',
  about: z.object({ confirmedAt: z.iso.datetime() }),
  find: async (_, { person: { phone } }) => (phone ? { number: showPhone(phone) } : outdated()),
  /** Alerts the account's owner by email, in case someone else confirmed a number for the account. */
  mail: ({ settings: { site, publicUrl } }, { person: { firstName }, number }) =>
    layOutMail(site, {
      subject: 'You can now sign in with your phone number',
      preview: `We can text your login links to ${number}.`,
      greeting: `Hello ${firstName},`,
      blocks: [
        `Thank you for confirming ${number} on the ${site.courseShortName} course portal. From now on, you can sign in with that number, and we’ll text you the link.`,
      ],
      action: { words: 'Open Your Account', link: `${publicUrl}/account` },
      afterwards: `If this wasn’t you, please email ${site.supportEmail} right away. The person with that phone can sign in as you.`,
    }),
});

interface Code {
  code: string;
  minutes: number;
  host: string;
}

/** The last line lets phones autofill the code, but only on this host's pages. */
export function numberCodeText(
  { organization }: Settings['site'],
  { code, minutes, host }: Code,
): string {
  return `${organization}: ${code} is your code for the course portal. It expires in ${minutes} minutes. Please don't share it.\n@${host} #${code}`;
}
