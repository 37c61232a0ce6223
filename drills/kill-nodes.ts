import { setTimeout as pause } from 'node:timers/promises';
import { type Drill, told } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const everyMs = 4000;

export const killNodes: Drill = {
  about: 'Three nodes; every four seconds one is killed, and another takes its place.',
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
          await pause(everyMs);
          const victim = nodes.shift();
          await victim?.kill();
          kills += 1;
          say(`node killed (${kills})`);
          nodes.push(await school.addNode());
        }
      },
    });
    return [told('nodes killed', kills), ...findings];
  },
};
