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

/** Newer ICU versions put a narrow no-break space before AM and PM, but some browsers don't. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

/** For example, '2026-11-24', so comparing the strings also compares the dates. */
export const pacificDate = (at: Date) => dateFormat.format(at);
export const showDay = (at: Date) => plain(dayFormat.format(at));
export const showHour = (at: Date) => plain(hourFormat.format(at));
export const showTime = (at: Date) => `${showDay(at)} at ${showHour(at)}`;
export const showClock = (at: Date) => `${plain(yearFormat.format(at))} at ${showHour(at)}`;
