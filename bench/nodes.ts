import { availableParallelism } from 'node:os';
import { requestsFor } from './fill.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, type Row, secondsARound } from './measure.ts';
import type { Setup } from './setup.ts';

/** Two nodes, the database and the load want a core each. */
const coresWanted = 4;

export async function compareNodes(setup: Setup, load: Load): Promise<Row[]> {
  const database = await setup.database(1000);
  const portal = await setup.startPortal(database, 2);
  const urls = portal.nodes.map(({ url }) => url);
  const requests = requestsFor('/api/schedule', database.people.chosen);
  const put = (some: string[]) => async () =>
    (await load.run({ urls: some, connections: 20, seconds: secondsARound, requests })).perSecond;
  const turns = await measureInTurns({ two: put(urls), one: put(urls.slice(0, 1)) });
  await portal.stop();
  const cores = availableParallelism();
  return [
    {
      measure: 'GET /api/schedule on two nodes',
      against: 'on one',
      wanted: '≥ 1.7',
      ratios: divide(turns.two, turns.one),
      ...(cores < coresWanted && {
        reason: `not judged: ${cores} cores for two nodes, the database and the load`,
      }),
    },
  ];
}
