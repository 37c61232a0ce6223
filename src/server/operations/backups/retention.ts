import { DAY_MS } from '../../platform/clock.ts';

const form = /^portal-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.dump(\.encrypted)?$/;

export const isBackupName = (name: string) => form.test(name);

/** Returns, for example, `portal-2026-11-17T03-30-00Z.dump`. Names sort by time. */
export function nameBackup(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '-');
  return `portal-${time}Z.dump${isEncrypted ? '.encrypted' : ''}`;
}

/** January 1, 1970 was a Thursday, and weeks start on Monday. */
const dayOf = (name: string) => Date.parse(name.replace(form, '$1')) / DAY_MS;
const weekOf = (name: string) => Math.floor((dayOf(name) + 3) / 7);

/**
 * Keeps the newest backup of each of the last days and weeks, by UTC, that have one. If backups stop, the last ones
 * stay.
 */
export function selectExpired(names: string[], keep: { daily: number; weekly: number }): string[] {
  const newestFirst = names.toSorted().toReversed();
  const newestOfEach = (periodOf: (name: string) => number) =>
    newestFirst.filter((name, at) => periodOf(name) !== periodOf(newestFirst[at - 1] ?? ''));
  const kept = new Set([
    ...newestOfEach(dayOf).slice(0, keep.daily),
    ...newestOfEach(weekOf).slice(0, keep.weekly),
  ]);
  return newestFirst.filter((name) => !kept.has(name));
}
