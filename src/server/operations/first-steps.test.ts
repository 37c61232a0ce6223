import { expect, test } from 'vitest';
import { openPortal } from '../../../tests/support/portal.ts';
import { people } from '../database/schema.ts';
import { listFirstSteps } from './first-steps.ts';
import { testMail } from './messages.ts';

test('a new portal has first steps, and one with classes and people has none', async () => {
  await using empty = await openPortal({ isEmpty: true });
  const done = async () => (await listFirstSteps(empty)).map(({ isDone }) => isDone);
  expect(await done()).toEqual([false, false, false, false]);
  const createdAt = empty.clock.now();
  const person = { firstName: 'Ada', lastName: 'Byron', startDate: '2026-11-01', createdAt };
  const [admin] = await empty.database
    .insert(people)
    .values([
      { ...person, email: 'ada@school.test', role: 'admin' },
      { ...person, email: 'grace@school.test', role: 'teacher' },
      { ...person, email: 'nora@school.test', role: 'student' },
    ])
    .returning();
  expect(await done()).toEqual([false, true, false, true]);

  const data = { personId: admin?.id ?? 0, askedAt: createdAt.toISOString() };
  await empty.database.transaction((transaction) =>
    testMail.send(empty.queue, transaction, [data]),
  );
  await expect.poll(done).toEqual([true, true, false, true]);

  await using filled = await openPortal({ runsJobs: false });
  expect(await listFirstSteps(filled)).toEqual([]);
});
