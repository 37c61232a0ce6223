import { availableParallelism } from 'node:os';
import { cookieOf } from './fill.ts';
import type { Load } from './load.ts';
import { divide, type Row, secondsARound, takeTurns } from './measure.ts';
import type { World } from './world.ts';

/** Two nodes, the database and the load want a core each. */
const coresWanted = 4;

export async function compareNodes(world: World, load: Load): Promise<Row[]> {
  const database = await world.database(1000);
  const portal = await world.startPortal(database, 2);
  const urls = portal.nodes.map(({ url }) => url);
  const requests = database.people.chosen.map(
    (id) => ({ method: 'GET', path: '/api/schedule', cookie: cookieOf(id) }) as const,
  );
  const put = (some: string[]) => async () =>
    (await load.put({ urls: some, connections: 20, seconds: secondsARound, requests })).perSecond;
  const turns = await takeTurns({ two: put(urls), one: put(urls.slice(0, 1)) });
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
