import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Drill, figure } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith, secondsUntil } from './watch.ts';

const databaseEveryMs = 20_000;
const awayMs = 3000;
const nodeEveryMs = 4000;

export const killDatabase: Drill = {
  about:
    'Two nodes. Every 20 seconds, PostgreSQL is killed and restarted three seconds later. Once, all its connections go silent.',
  defaultMinutes: 2,
  extraMinutes: 9,
  async run({ minutes, say }) {
    await using school = await openSchool();
    const nodes = await Promise.all([school.addNode(), school.addNode()]);
    let kills = 0;
    let longestUnready = 0;
    const findings = await drillWith(school, {
      async faults() {
        const until = Date.now() + minutes * 60_000;
        while (Date.now() < until) {
          await pause(databaseEveryMs);
          school.killDatabase();
          kills += 1;
          say(`database killed (${kills})`);
          await pause(awayMs);
          await school.startDatabase();
          longestUnready = Math.max(longestUnready, await secondsUntil(nodes, true));
        }
        await pause(databaseEveryMs);
        school.databaseProxy.silence();
        say('all connections silent');
        await pause(databaseEveryMs * 2);
        longestUnready = Math.max(longestUnready, await secondsUntil(nodes, true));
      },
    });
    return [
      figure('database kills', kills),
      atMost('longest time until every node was ready again', longestUnready, 20, ' s'),
      ...findings,
    ];
  },
};

export const killNodes: Drill = {
  about: 'Three nodes. Every four seconds, one is killed and replaced.',
  defaultMinutes: 2,
  extraMinutes: 9,
  async run({ minutes, say }) {
    await using school = await openSchool();
    const nodes = await Promise.all([1, 2, 3].map(() => school.addNode()));
    let kills = 0;
    const findings = await drillWith(school, {
      async faults() {
        const until = Date.now() + minutes * 60_000;
        while (Date.now() < until) {
          await pause(nodeEveryMs);
          const victim = nodes.shift();
          await victim?.kill();
          kills += 1;
          say(`node killed (${kills})`);
          nodes.push(await school.addNode());
        }
      },
    });
    return [figure('nodes killed', kills), ...findings];
  },
};
