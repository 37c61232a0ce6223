import { isTimeZone, wallClock, wallClockIn } from './pacific-time.ts';

export type KnownZone = { timeZone: string | null; isTimeZoneChosen: boolean };

/** Returns the time zone to keep after a sign-in. Null means that it’s Pacific or unknown. */
export function zoneAfterSignIn(known: KnownZone, device: string, now: Date): string | null {
  if (known.isTimeZoneChosen || !isTimeZone(device)) return known.timeZone;
  return isPacificAllYear(device, now) ? null : device;
}

export function isPacificAllYear(timeZone: string, now: Date): boolean {
  return [0, 6].every((month) => {
    const date = new Date(Date.UTC(now.getUTCFullYear(), month));
    return wallClockIn(timeZone, date).getTime() === wallClock(date).getTime();
  });
}
