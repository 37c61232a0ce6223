import { expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { openPortal } from '../../../tests/support/portal.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle } from './define-job.ts';
import { GiveUp } from './outcomes.ts';
import { openQueue } from './queue.ts';

test('log lines of a job have its id, attempt and related ids, and no personal data', async () => {
  await using portal = await openPortal({ runsJobs: false });
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const queue = await openQueue(portal.databaseUrl, log, { lookEverySeconds: 1 });
  const job = defineJob('told', { tries: 3, firstDelaySeconds: 1 });
  await queue.prepare([job]);
  const outcomes = [new Error('not yet'), new GiveUp('never')];
  await queue.work([
    handle(job, async () => {
      throw outcomes.shift();
    }),
  ]);
  const ids = { personId: 17, registrationIds: [4, 5], meetingId: '85012345678' };
  const others = { tokenHash: 'secret', name: 'Ann Example', askedAt: '2026-11-16', ofId: 'a b@c' };
  await portal.database.transaction((transaction) =>
    queue.add(transaction, job, { ...ids, ...others }),
  );
  const logged = () =>
    lines.map((line) => JSON.parse(line)).filter(({ job: name }) => name === 'told');
  await eventually(
    async () => logged().length,
    (count) => count === 4,
  );
  await queue.stop();
  const jobId = logged()[0].jobId;
  expect(jobId).toMatch(/^[0-9a-f-]{36}$/);
  const about = { job: 'told', jobId, ...ids };
  expect(logged()).toMatchObject([
    { ...about, tries: 1, level: 20, msg: 'a job started' },
    { ...about, tries: 1, level: 40, msg: 'a job failed and will be retried' },
    { ...about, tries: 2, level: 20, msg: 'a job started' },
    { ...about, tries: 2, level: 50, msg: 'a job failed for good', seconds: expect.any(Number) },
  ]);
  expect(lines.join('')).not.toMatch(/secret|Ann Example|2026-11-16T|a b@c/);
});
