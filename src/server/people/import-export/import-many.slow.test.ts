import { like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fileOf, newEmail, openImports } from '../../../../tests/support/people-files.ts';
import { openPortal } from '../../../../tests/support/portal.ts';
import { untilBlocking } from '../../../../tests/support/row-locks.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { people } from '../../database/schema.ts';
import { lockRetreatMatching } from '../../retreats/index.ts';

test('one call imports 5,000 people', { timeout: 60_000 }, async () => {
  await using portal = await openPortal({ runsJobs: false });
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `many-${at}@school.test,Ada,Byron,,2026-09-01,,2026-10-06 4PM,2026-12-01 4PM,,`,
  );
  await addClassOn(portal, '2026-12-01');
  // Don't use a network connection, because a busy machine might close it as idle.
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/admin/people/import',
    headers: { cookie: await portal.cookieOf('admin@demo.test') },
    payload: { csv: fileOf(...rows), role: 'student', sendWelcome: true, apply: true },
  });
  expect(answer.json()).toMatchObject({ applied: true, totals: { add: 5000 } });
  expect(await portal.database.$count(people, like(people.email, 'many-%@school.test'))).toBe(5000);
});

test('an import gets its response even if it takes longer than the read timeout', async () => {
  await using impatient = await openPortal({
    runsJobs: false,
    environment: { RESPONSE_SECONDS: '1' },
  });
  const { send } = await openImports(impatient);
  const { sending } = await impatient.database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const begun = send(fileOf(`${newEmail()},Ada,Byron,,2026-09-01,,,,,`));
    await untilBlocking(transaction);
    // By then, Node has checked twice for idle connections.
    await transaction.execute(sql`select pg_sleep(4)`);
    return { sending: begun };
  });
  expect(await sending).toMatchObject({ status: 200, body: { applied: true } });
});
