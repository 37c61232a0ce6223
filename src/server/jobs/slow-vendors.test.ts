import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import { syncMeetingJob } from '../meetings/index.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(async () => {
  await meetingsOf(portal).faults();
  await portal[Symbol.asyncDispose]();
});

const phone = '+12025557001';
const email = 'waits@school.test';

async function countActive(name: string): Promise<number> {
  const { rows } = await portal.database.execute<{ active: number }>(
    sql`select count(*)::int as active from pgboss.job where name = ${name} and state = 'active'`,
  );
  return rows[0]?.active ?? 0;
}

test('while Zoom is slow, login texts and emails still arrive within two seconds', {
  timeout: 60_000,
}, async () => {
  await openStudent(portal, { phone, email });
  const meetings = meetingsOf(portal);
  await meetings.faults({ delayMs: 8000 });
  const waiting: { classId: number }[] = [];
  for (let day = 10; day < 31; day += 1) {
    waiting.push({ classId: await addClassOn(portal, `2027-03-${day}`) });
  }
  await portal.database.transaction((transaction) =>
    portal.queue.addAll(transaction, syncMeetingJob, waiting),
  );
  await expect.poll(() => countActive('sync-meeting'), { timeout: 10_000 }).toBeGreaterThan(8);

  for (const to of [phone, email]) {
    const seen = (await outboxOf(portal)).filter((message) => message.to === to).length;
    const askedAt = performance.now();
    const answer = await openClient(portal).post('/api/auth/login', { email: to });
    expect(answer.status).toBe(200);
    await messageTo(portal, to, seen);
    expect(performance.now() - askedAt).toBeLessThan(6000);
  }
  expect(await countActive('sync-meeting')).toBeGreaterThan(8);
});
