import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { createLog } from '../platform/log.ts';
import { openLocks } from './locks.ts';
import { TryLater } from './outcomes.ts';

let databaseUrl: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await createDatabase());
});
afterAll(() => drop());

const log = createLog('silent');
const open = (url = databaseUrl) => openLocks(url, log, { endSilentAfterMs: 600 });
type Locks = ReturnType<typeof open>;

const isTaken = (locks: Locks, key: string) =>
  locks.withLock('mail', key, async () => false).catch((error) => error instanceof TryLater);

test('a lock is free again soon after the machine of its holder hangs', async () => {
  const proxy = await startDatabaseProxy(databaseUrl);
  const [hanging, other] = [open(proxy.url), open()];
  const { promise: end, resolve: endWork } = Promise.withResolvers<void>();
  const work = await new Promise<{ ended: Promise<void> }>((begun) => {
    const ended = hanging.withLock('mail', 'a', () => {
      begun({ ended });
      return end;
    });
  });
  await expect.poll(() => isTaken(other, 'a')).toBe(true);
  proxy.silence();
  await expect.poll(() => isTaken(other, 'a')).toBe(false);
  endWork();
  await proxy.stop();
  await Promise.all([work.ended, hanging.close(), other.close()]);
});

test('a lock is held for as long as the work takes, however long the database would wait', async () => {
  const [holder, other] = [open(), open()];
  const seen: unknown[] = [];
  await holder.withLock('mail', 'b', async () => {
    const until = Date.now() + 1800;
    while (Date.now() < until) {
      seen.push(await isTaken(other, 'b'));
      await pause(100);
    }
  });
  expect(new Set(seen)).toEqual(new Set([true]));
  expect(await isTaken(other, 'b')).toBe(false);
  await Promise.all([holder.close(), other.close()]);
});
