const zone = { timeZone: 'America/Los_Angeles' } as const;
const dayFormat = new Intl.DateTimeFormat('en-US', {
  ...zone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
const yearFormat = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'full' });
const hourFormat = new Intl.DateTimeFormat('en-US', { ...zone, timeStyle: 'short' });
const dateFormat = new Intl.DateTimeFormat('en-CA', { ...zone, dateStyle: 'short' });

/** Returns a date such as '2026-11-24'. Comparing two of these strings also compares the dates. */
export const pacificDate = (at: Date) => dateFormat.format(at);
export const showDay = (at: Date) => dayFormat.format(at);
/** Has no-break spaces, so that a time never breaks before AM or PM. */
export const showHour = (at: Date) => hourFormat.format(at).replaceAll(/\s/gu, '\u00a0');
export const showTime = (at: Date) => `${showDay(at)} at ${showHour(at)}`;
export const showClock = (at: Date) => `${yearFormat.format(at)} at ${showHour(at)}`;

/** Returns the instant when clocks in the zone show this time. Two corrections are enough, even around clock changes. */
export function localInstant(fields: number, timezone: string): number {
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
