import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from '../src/course/pages.ts';
import { requestsFor } from './fill.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, type Row, secondsARound } from './measure.ts';
import type { Portal, Setup } from './setup.ts';

/** Each node gets a fraction of a core, so that four nodes, the database and the load generator fit on two cores. */
const part = 0.2;
const connectionsANode = 10;
/**
 * A virtual machine's core can be a third slower from one second to the next, so the sides take many short turns. With
 * turns of 10 seconds, the medians of two runs differed by a fifth.
 */
const turnsARound = 6;
const warmUpSeconds = 5;

export async function compareNodes(setup: Setup, load: Load): Promise<Row[]> {
  const database = await setup.database(1000);
  const portal = await setup.startPortal(database, 4);
  // The page that students open most. It's nearly all work for the node, so the database and the load generator, which
  // share the machine, don't become the limit.
  const requests = requestsFor(PAGES.schedule, database.people.chosen);
  // Before the limit applies. With a fifth of a core, V8 would optimize during the measurement, and the first node, which
  // answers in every turn, would be ahead of the others.
  for (const { url } of portal.nodes) {
    const plan = { connections: connectionsANode, seconds: warmUpSeconds, requests };
    await load.run({ urls: [url], ...plan });
  }
  const held = holdAll(portal.nodes);
  const put = (count: number) => async () => {
    const urls = portal.nodes.slice(0, count).map(({ url }) => url);
    const plan = { urls, connections: count * connectionsANode, seconds: secondsARound, requests };
    return (await load.run(plan)).perSecond;
  };
  const turns =
    'reason' in held
      ? undefined
      : await measureInTurns({ one: put(1), two: put(2), four: put(4) }, 1, turnsARound);
  await portal.stop();
  if (!('reason' in held)) held.release();
  const row = (name: string, count: 2 | 4, taken: number[] | undefined): Row => ({
    measure: `the page /schedule on ${name} nodes, each held to a fifth of a core`,
    against: 'on one such node',
    wanted: `≥ ${(0.85 * count).toFixed(1)}`,
    ratios: taken && turns ? divide(taken, turns.one) : [],
    ...('reason' in held && { reason: held.reason }),
  });
  return [row('two', 2, turns?.two), row('four', 4, turns?.four)];
}

function holdAll(nodes: Portal[]) {
  try {
    const groups = nodes.map(({ pid = 0 }) => holdProcess(pid, part));
    return {
      release() {
        for (const group of groups) group.release();
      },
    };
  } catch (error) {
    return { reason: `only root on Linux can limit CPU time (${error})` };
  }
}

const periodUs = 100_000;

/** In cgroup v1, each kind of limit has its own folder. In v2, one folder has all of them. */
const places = {
  1: '/sys/fs/cgroup/cpu',
  2: '/sys/fs/cgroup',
} as const;

const version = existsSync(join(places[1], 'cpu.cfs_quota_us')) ? 1 : 2;

/**
 * Limits a process to a fraction of one core. Call `release` after the process has exited. Throws if the system doesn't
 * support it.
 */
function holdProcess(pid: number, part: number): { release(): void } {
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
