import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../database/connect.ts';
import { gatherWith } from '../database/gather.ts';
import { TextProblem } from '../integrations/texts/port.ts';
import { DAY_MINUTES, DAY_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { countryOf, isInCountries } from '../platform/phone.ts';
import { problemRows } from '../platform/problem-rows.ts';
import { countedIn, countWithin, readCount } from '../platform/rate-limit.ts';
import type { Services } from '../platform/services.ts';

/** A day starts at midnight UTC. */
const textsToday = { key: 'texts', minutes: DAY_MINUTES };
const nearLimit = 0.8;

export const limitScope = 'twilio limit';

/** Staff can enter any number, but the operator decides which countries we pay to text. */
export function refuseCountry({ settings: { texts } }: Services, to: string): void {
  if (isInCountries(to, texts.countries)) return;
  const reason = `TEXT_COUNTRIES doesn’t allow texts to ${countryOf(to)}`;
  throw new TextProblem('closed-country', reason);
}

/**
 * Counts a text toward the daily limit, and throws if the limit was already reached. Call this right before sending.
 * Texts that the provider then rejects count, too.
 */
export const countText = gatherWith(
  async ({ database, clock, settings }: Services, all: object[]) => {
    const { texts } = settings;
    const now = clock.now();
    const counter = { ...textsToday, by: all.length, max: texts.perDay };
    if (await countWithin(database, now, counter)) return all;
    const reason = `The portal has sent ${texts.perDay.toLocaleString('en-US')} texts today, the most that TEXTS_PER_DAY allows`;
    const { windowStart } = countedIn(textsToday, now);
    const leftMs = windowStart.getTime() + DAY_MS - now.getTime();
    throw new TextProblem('over-limit', reason, Math.ceil(leftMs / 1000));
  },
);

/**
 * For texts that someone is waiting for: throws if our settings don't allow another text to this number today. Doesn't
 * look up accounts, so the error can't reveal whether one has this number.
 */
export async function refuseTextTo(
  { clock, settings: { texts, site } }: Services,
  database: Reader,
  phone: string,
): Promise<void> {
  if (!isInCountries(phone, texts.countries)) {
    throw new DomainError('text-elsewhere', { countries: site.textCountries });
  }
  const sent = await readCount(database, clock.now(), textsToday);
  if (sent >= texts.perDay) throw new DomainError('texts-used-up');
}

export function textLimitProblems({ settings: { texts } }: Services, now: Date): SQL {
  const { key, windowStart } = countedIn(textsToday, now);
  return problemRows(
    'text-limit',
    {
      key: sql`window_start::text`,
      since: sql`window_start`,
      subject: sql`${texts.perDay.toLocaleString('en-US')}::text`,
      amount: sql`count`,
    },
    sql`from attempts where key = ${key} and window_start = ${windowStart.toISOString()}::timestamptz
      and count >= ${Math.ceil(texts.perDay * nearLimit)}::int
      and not exists (select from holds where scope = ${limitScope})`,
  );
}
