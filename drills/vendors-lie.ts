import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const turnMs = 5000;

export const vendorsLie: Drill = {
  about:
    'Two nodes; half of the time Zoom and Twilio do what they are asked and their answers are lost or cut in two.',
  defaultMinutes: 2,
  extraMinutes: 15,
  async run({ minutes, say }) {
    await using school = await openSchool();
    await Promise.all([school.addNode(), school.addNode()]);
    return await drillWith(school, {
      outageSeconds: 5,
      drainMinutes: 12,
      async faults() {
        const until = Date.now() + minutes * 60_000;
        for (let turn = 0; Date.now() < until; turn += 1) {
          const isLying = turn % 2 === 0;
          say(isLying ? 'answers are lost' : 'answers come');
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
