import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '../../platform/clock.ts';
import type { Manifest } from './make-backup.ts';

/** For example, `portal-2026-11-17T03-30-00Z.dump`. Names sort by time. */
const form = /^portal-(\d{4}-\d\d-\d\d)T[\d-]{8}Z\.dump(\.encrypted)?$/;

/** The manifest is written last, so a backup without one isn't complete. */
export const manifestOf = (file: string) => `${file}.json`;

/** Lists the complete backups, oldest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => form.test(name) && names.includes(manifestOf(name))).toSorted();
}

/** Weeks start on Monday, and January 1, 1970 was a Thursday. */
const dayOf = (name: string) => Date.parse(name.replace(form, '$1')) / DAY_MS;
const weekOf = (name: string) => Math.floor((dayOf(name) + 3) / 7);

/** Keeps the newest backup of each of the last days and weeks, in UTC, that have one. If backups stop, the last ones stay. */
export function selectExpired(names: string[], keep: { daily: number; weekly: number }): string[] {
  const newestFirst = names.toSorted().toReversed();
  const newestOfEach = (periodOf: (name: string) => number) =>
    newestFirst.filter((name, at) => periodOf(name) !== periodOf(newestFirst[at - 1] ?? ''));
  const days = newestOfEach(dayOf).slice(0, keep.daily);
  const weeks = newestOfEach(weekOf).slice(0, keep.weekly);
  return newestFirst.filter((name) => !days.includes(name) && !weeks.includes(name));
}

export async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** Throws unless the file is exactly the one that its manifest describes. */
export async function readManifest(path: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(manifestOf(path), 'utf8'));
  if ((await measure(path)).sha256 === manifest.sha256) return manifest;
  throw new Error(`${path} is damaged: its SHA-256 differs from the one in its manifest.`);
}
