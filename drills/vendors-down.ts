import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

/** What goes wrong one after the other, for an equal part of the time each. */
const phases: [what: string, path: string, faults: object][] = [
  ['Zoom closes every connection', '/zoom/faults', { down: true }],
  ['Zoom answers 500', '/zoom/faults', { status: 500 }],
  ['Zoom takes 20 seconds', '/zoom/faults', { delayMs: 20_000 }],
  ['Twilio closes every connection', '/twilio/faults', { down: true }],
  ['the mail server refuses connections', '/smtp/faults', { down: true }],
];

export const vendorsDown: Drill = {
  about:
    'Two nodes; Zoom, Twilio and the mail server are away one after the other. Nobody who uses the portal waits for them.',
  defaultMinutes: 3,
  extraMinutes: 15,
  async run({ minutes, say }) {
    await using school = await openSchool();
    await Promise.all([school.addNode(), school.addNode()]);
    return await drillWith(school, {
      outageSeconds: 5,
      drainMinutes: 12,
      // As long as the mail server is away, and a try after that.
      loginSeconds: (minutes * 60) / phases.length + 90,
      async faults() {
        for (const [what, path, faults] of phases) {
          say(what);
          await school.sandbox.post(path, faults);
          await pause((minutes * 60_000) / phases.length);
          await school.sandbox.post(path, path === '/zoom/faults' ? school.quietZoom : {});
        }
      },
    });
  },
};
