import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const periodUs = 100_000;

/** Where Linux limits CPU time: version 1 has a folder for each kind of limit, version 2 one for all. */
const places = {
  1: '/sys/fs/cgroup/cpu',
  2: '/sys/fs/cgroup',
} as const;

const version = existsSync(join(places[1], 'cpu.cfs_quota_us')) ? 1 : 2;

/**
 * Holds a process to a part of one core. `release` comes after its end: a group with a process in it stays.
 * Throws where this user or this system cannot.
 */
export function holdProcess(pid: number, part: number): { release(): void } {
  const group = join(places[version], `course-portal-bench-${pid}`);
  const quotaUs = Math.round(part * periodUs);
  mkdirSync(group);
  const write = (file: string, text: string | number) =>
    writeFileSync(join(group, file), String(text));
  if (version === 1) {
    write('cpu.cfs_period_us', periodUs);
    write('cpu.cfs_quota_us', quotaUs);
  } else {
    write('cpu.max', `${quotaUs} ${periodUs}`);
  }
  write('cgroup.procs', pid);
  return { release: () => rmdirSync(group) };
}
