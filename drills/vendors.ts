import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const turnMs = 5000;

/** Each phase takes an equal share of the time. */
const phases: [what: string, path: string, faults: object][] = [
  ['Zoom closes every connection', '/zoom/faults', { down: true }],
  ['Zoom returns 500', '/zoom/faults', { status: 500 }],
  ['Zoom takes 20 seconds', '/zoom/faults', { delayMs: 20_000 }],
  ['Twilio closes every connection', '/twilio/faults', { down: true }],
  ['the email server refuses connections', '/smtp/faults', { down: true }],
];

export const vendorsDown: Drill = {
  about:
    'Two nodes. Zoom, Twilio and the email server go down one after the other. People who use the portal never wait for them.',
  defaultMinutes: 3,
  extraMinutes: 15,
  async run({ minutes, say }) {
    await using school = await openTwoNodes();
    return await drillWith(school, {
      outageSeconds: 5,
      drainMinutes: 12,
      // The time that the email server is down, plus one retry.
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

export const vendorsLie: Drill = {
  about:
    'Two nodes. Half of the time, Zoom and Twilio do their work, but their responses are lost or cut in half.',
  defaultMinutes: 2,
  extraMinutes: 15,
  async run({ minutes, say }) {
    await using school = await openTwoNodes();
    return await drillWith(school, {
      outageSeconds: 5,
      drainMinutes: 12,
      async faults() {
        const until = Date.now() + minutes * 60_000;
        for (let turn = 0; Date.now() < until; turn += 1) {
          const isLying = turn % 2 === 0;
          say(isLying ? 'responses are lost' : 'responses arrive');
          await school.sandbox.post('/zoom/faults', { ...school.quietZoom, half: isLying });
          await school.sandbox.post('/twilio/faults', { losesAnswers: isLying });
          await pause(turnMs);
        }
        await school.sandbox.post('/zoom/faults', school.quietZoom);
        await school.sandbox.post('/twilio/faults');
      },
    });
  },
};

async function openTwoNodes() {
  const school = await openSchool();
  await Promise.all([school.addNode(), school.addNode()]);
  return school;
}
