import { invalid } from './refusal.ts';

/**
 * Zoom takes a local time together with its zone, or a time in UTC that ends with Z, and answers in
 * UTC always.
 */
export function readStartTime(text: unknown, timezone: string): string {
  const isReadable =
    typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z?$/.test(text);
  const asUtc = isReadable ? Date.parse(text.endsWith('Z') ? text : `${text}Z`) : Number.NaN;
  if (!isReadable || Number.isNaN(asUtc)) throw invalid('start_time', 'Invalid field.');
  const instant = text.endsWith('Z') ? asUtc : localInstant(asUtc, timezone);
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export function checkZone(timezone: unknown): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: String(timezone) }).resolvedOptions()
      .timeZone;
  } catch {
    throw invalid('timezone', 'Invalid field.');
  }
}

/** The instant at which a wall clock in the zone shows these fields: guess, look, correct, twice. */
function localInstant(fields: number, timezone: string): number {
  let guess = fields;
  for (let round = 0; round < 2; round += 1) guess += fields - wallFields(guess, timezone);
  return guess;
}

function wallFields(instant: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}
