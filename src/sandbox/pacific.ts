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

/** Newer versions of the formatter put a narrow space before AM and PM, and browsers do not all do so. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

/** The day as in a calendar, to compare days: 2026-11-24. */
export const pacificDate = (at: Date) => dateFormat.format(at);
export const showDay = (at: Date) => plain(dayFormat.format(at));
/** 4:00 PM. */
export const showHour = (at: Date) => plain(hourFormat.format(at));
export const showTime = (at: Date) => `${showDay(at)} at ${showHour(at)}`;
/** With its year, as the clock shows it. */
export const showClock = (at: Date) => `${plain(yearFormat.format(at))} at ${showHour(at)}`;
