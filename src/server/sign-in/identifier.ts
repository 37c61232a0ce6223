import * as z from 'zod/mini';
import { readPhone } from '../phone.ts';

export type Identifier = { email: string } | { phone: string };

const email = z.email();

/** What somebody typed to sign in: one address, or a number in whichever way it is written. */
export function readIdentifier(typed: string): Identifier | null {
  if (typed.includes('@')) {
    const lower = typed.toLowerCase();
    return email.safeParse(lower).success ? { email: lower } : null;
  }
  const phone = readPhone(typed);
  return phone ? { phone } : null;
}

/** Enough to know one's own account by, too little to learn another's. */
export function maskEmail(address: string): string {
  const [name = '', domain = ''] = address.split('@');
  return `${[...name][0] ?? ''}•••@${domain}`;
}

export function maskIdentifier(identifier: Identifier): string {
  return 'email' in identifier ? maskEmail(identifier.email) : `•••${identifier.phone.slice(-2)}`;
}
