import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const hourMs = 3_600_000;

export const clockSkew: Drill = {
  about:
    'Two nodes with the right time, one an hour ahead and one an hour behind. All of them run jobs.',
  defaultMinutes: 1,
  extraMinutes: 9,
  async run({ minutes }) {
    await using school = await openSchool();
    await Promise.all([school.addNode(), school.addNode()]);
    const preload = [resolve('drills/clock-ahead.mjs')];
    const wrong = await Promise.all(
      [hourMs, -hourMs].map((ms) => school.addNode({ CLOCK_AHEAD_MS: String(ms) }, { preload })),
    );
    const findings = await drillWith(school, { faults: () => pause(minutes * 60_000) });
    const ready = await Promise.all(
      wrong.map(async ({ url }) => (await fetch(`${url}/readyz`)).ok),
    );
    return [
      {
        what: 'nodes with a wrong clock that report ready',
        found: ready.filter(Boolean).length,
        wanted: '0',
        isMet: !ready.includes(true),
      },
      ...findings,
    ];
  },
};
