import * as z from 'zod/mini';
import { readPhone } from '../platform/phone.ts';

export type Identifier = { email: string } | { phone: string };

const emailSchema = z.email();

/** What somebody typed to sign in: an email address, or a phone number in whichever way it is written. */
export function readIdentifier(typed: string): Identifier | null {
  if (typed.includes('@')) {
    const lower = typed.toLowerCase();
    return emailSchema.safeParse(lower).success ? { email: lower } : null;
  }
  const phone = readPhone(typed);
  return phone ? { phone } : null;
}

/** Enough to know one's own account by, too little to learn another's. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${domain}`;
}
