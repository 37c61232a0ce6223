import { z } from 'zod';
import { findRow, match } from '../database/rows.ts';
import { phoneCodes } from '../database/schema.ts';
import { defineMessage, outdated } from '../messages/define-message.ts';
import { isWithinLife, MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Settings } from '../platform/settings.ts';
import { deriveCode } from '../platform/tokens.ts';

export const numberCode = defineMessage('number-code', {
  name: 'Code to confirm a phone number',
  about: z.object({ codeId: z.int() }),
  isLogin: true,
  tries: 8,
  async find({ database, clock }, { person, about: { codeId } }) {
    const isCurrent = match(phoneCodes, { id: codeId, phone: person.unconfirmedPhone ?? '' });
    const code = await findRow(database, phoneCodes, isCurrent);
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

/** The last line lets phones autofill the code, but only on this host's pages. */
export function numberCodeText(
  { organization }: Settings['site'],
  { code, minutes, host }: { code: string; minutes: number; host: string },
): string {
  return `${organization}: ${code} is your code for the course portal. It expires in ${minutes} minutes. Please don't share it.\n@${host} #${code}`;
}
