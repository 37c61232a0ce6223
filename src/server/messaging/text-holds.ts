import { inArray, not, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import { textHolds } from '../database/schema.ts';
import type { TextMessage, TextProblem } from '../integrations/texts/port.ts';
import { TryLater } from '../jobs/outcomes.ts';
import { countryOf } from '../platform/phone.ts';

type Addressed = Pick<TextMessage, 'sender' | 'to'>;

/** How long until the provider is asked again: a minute at first, then longer, a quarter of an hour at most. */
const nextTry = sql`now() + make_interval(secs => least(900, greatest(60,
  extract(epoch from now() - ${textHolds.since}) / 4)))`;
const firstTrySeconds = 60;
/** Whatever waits asks again soon after that time. Once nobody has, nothing waits any more. */
export const isForgotten = sql`${textHolds.retryAt} < now() - interval '10 minutes'`;

/**
 * Throws for a text that need not be tried yet, because the provider refuses all of its like for something that
 * the operator has to mend. Such texts lose no tries, and whichever of them is due next asks the provider again.
 */
export async function waitWhileHeld(database: Database, message: Addressed): Promise<void> {
  const [hold] = await database
    .select({
      reason: textHolds.reason,
      seconds: sql<string>`extract(epoch from ${textHolds.retryAt} - now())`,
    })
    .from(textHolds)
    .where(inArray(textHolds.scope, scopesOf(message)))
    .orderBy(sql`${textHolds.retryAt} desc`)
    .limit(1);
  const seconds = Number(hold?.seconds ?? 0);
  if (hold && seconds > 0) throw new TryLater(seconds, hold.reason);
}

/** Notes that the provider refuses all texts like this one. Answers what the job is to throw; null for other problems. */
export async function holdTexts(
  database: Database,
  message: Addressed,
  { kind, message: reason }: TextProblem,
): Promise<TryLater | null> {
  const scope = scopeOf(kind, message);
  if (!scope) return null;
  const first = sql`now() + make_interval(secs => ${firstTrySeconds})`;
  await database
    .insert(textHolds)
    .values({ scope, reason, since: sql`now()`, retryAt: first })
    .onConflictDoUpdate({
      target: textHolds.scope,
      set: {
        reason,
        since: sql`case when ${isForgotten} then now() else ${textHolds.since} end`,
        retryAt: sql`case when ${isForgotten} then ${first} else ${nextTry} end`,
      },
    });
  return new TryLater(firstTrySeconds, reason);
}

/** Has the next text that such a hold keeps back ask the provider at once. */
export async function endTextWait(transaction: Transaction, scopes: string[]): Promise<void> {
  await transaction
    .update(textHolds)
    .set({ retryAt: sql`now()` })
    .where(inArray(textHolds.scope, scopes));
}

/** After a text that the provider took: nothing holds its like any more. */
export async function releaseTexts(database: Database, message: Addressed): Promise<void> {
  await database.delete(textHolds).where(inArray(textHolds.scope, scopesOf(message)));
}

export interface TextHold {
  /** What waits, to begin a sentence with. */
  what: string;
  reason: string;
  since: Date;
}

export async function listHolds(database: Database): Promise<TextHold[]> {
  const holds = await database
    .select()
    .from(textHolds)
    .where(not(isForgotten))
    .orderBy(textHolds.since, textHolds.scope);
  return holds.map(({ scope, reason, since }) => ({ what: describeScope(scope), reason, since }));
}

export function describeScope(scope: string): string {
  if (scope === 'account') return 'All texts';
  if (scope === 'login') return 'Texts with login links';
  if (scope === 'reminders') return 'Reminders by text';
  return `Texts to ${scope.replace('country ', '')}`;
}

const ofCountry = ({ to }: Addressed) => `country ${countryOf(to)}`;
const scopesOf = (message: Addressed) => ['account', message.sender, ofCountry(message)];

function scopeOf(kind: TextProblem['kind'], message: Addressed): string | null {
  if (kind === 'wrong-account') return 'account';
  if (kind === 'wrong-sender') return message.sender;
  return kind === 'closed-country' ? ofCountry(message) : null;
}
