import { effectOfCorrection } from '../../course/corrected-contact.ts';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person } from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import { linkOf, newToken } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { endLoginLinks, endSessions } from './access.ts';
import { sendWelcome } from './link-messages.ts';

type Deps = Pick<Services, 'clock' | 'queue' | 'settings'>;

/** A link that is handed over without a mail server. No browser has asked for it, so it leads through the Continue page. */
export async function writeOneDayLink(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  transaction: Transaction,
  personId: number,
): Promise<{ link: string; expiresAt: Date }> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const token = newToken(settings, { personId, kind: 'printed', createdAt, expiresAt });
  await transaction.insert(loginTokens).values(token);
  return { link: linkOf(settings, token), expiresAt };
}

/** For an account whose email or phone may have been corrected, with the person locked. Says whether it was. */
export async function renewAccess(
  services: Deps,
  transaction: Transaction,
  { id, email, textPhone: phone, lastSignInAt }: Person,
  corrected: { email: string; phone: string | null },
): Promise<boolean> {
  const effect = effectOfCorrection(
    { email, phone, hasSignedIn: lastSignInAt !== null },
    corrected,
  );
  if (effect === 'none') return false;
  await endSessions(transaction, id);
  await endLoginLinks(transaction, id, services.clock.now());
  if (effect === 'welcomed-again') await sendWelcome(services, transaction, id);
  return true;
}
