import { requestsFor } from './fill.ts';
import { holdProcess } from './held-process.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, type Row, secondsARound } from './measure.ts';
import type { Portal, Setup } from './setup.ts';

/** Of a core: so four nodes, the database and the load have enough of two. */
const part = 0.2;
/** Enough for a node to be busy whenever it may run. */
const connectionsANode = 10;

/** Nodes that are each held to a fifth of a core: what the second and the fourth add. */
export async function compareNodes(setup: Setup, load: Load): Promise<Row[]> {
  const database = await setup.database(1000);
  const portal = await setup.startPortal(database, 4);
  const held = holdAll(portal.nodes);
  const requests = requestsFor('/api/schedule', database.people.chosen);
  const put = (count: number) => async () => {
    const urls = portal.nodes.slice(0, count).map(({ url }) => url);
    const plan = { urls, connections: count * connectionsANode, seconds: secondsARound, requests };
    return (await load.run(plan)).perSecond;
  };
  const turns =
    'reason' in held ? undefined : await measureInTurns({ one: put(1), two: put(2), four: put(4) });
  await portal.stop();
  if (!('reason' in held)) held.release();
  const row = (name: string, count: 2 | 4, taken: number[] | undefined): Row => ({
    measure: `GET /api/schedule on ${name} nodes, each held to a fifth of a core`,
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
    return { reason: `CPU time can be limited by root alone, on Linux (${error})` };
  }
}
