import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Drill, told } from './drill.ts';
import { secondsUntil } from './readiness.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const everyMs = 20_000;
const awayMs = 3000;

export const killDatabase: Drill = {
  about:
    'Two nodes; every twenty seconds PostgreSQL is killed and started again three seconds later, and once its connections die without a word.',
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
          await pause(everyMs);
          school.killDatabase();
          kills += 1;
          say(`database killed (${kills})`);
          await pause(awayMs);
          await school.startDatabase();
          longestUnready = Math.max(longestUnready, await secondsUntil(nodes, true));
        }
        await pause(everyMs);
        school.databaseProxy.silence();
        say('all connections silent');
        await pause(everyMs * 2);
        longestUnready = Math.max(longestUnready, await secondsUntil(nodes, true));
      },
    });
    return [
      told('kills of the database', kills),
      atMost('longest until every node was ready again', longestUnready, 20, ' s'),
      ...findings,
    ];
  },
};
