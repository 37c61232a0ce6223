import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { people } from '../database/schema.ts';
import { readPhone } from '../platform/phone.ts';
import type { Settings } from '../platform/settings.ts';
import { keyedHash } from '../platform/tokens.ts';

export type Identifier = { email: string } | { phone: string };

const emailSchema = z.email();

export function readIdentifier(typed: string): Identifier | null {
  if (typed.includes('@')) {
    const lower = typed.toLowerCase();
    return emailSchema.safeParse(lower).success ? { email: lower } : null;
  }
  const phone = readPhone(typed);
  return phone ? { phone } : null;
}

/** Lets people recognize their own email address without revealing anyone else's. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${[...name][0] ?? ''}•••@${domain}`;
}

export function maskPhone(phone: string): string {
  return `a phone number ending in ${phone.slice(-4)}`;
}

export function whereReached(identifier: Identifier): SQL {
  return 'email' in identifier
    ? eq(sql`lower(${people.email})`, identifier.email)
    : eq(people.phone, identifier.phone);
}

export const addressOf = (identifier: Identifier) =>
  'email' in identifier ? identifier.email : identifier.phone;

export function identifierHash({ linkKey }: Settings, identifier: Identifier): Buffer {
  return keyedHash(linkKey, addressOf(identifier));
}
