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
const open = (url = databaseUrl, endSilentAfterMs = 600) =>
  openLocks(url, log, { endSilentAfterMs });
type Locks = ReturnType<typeof open>;

const isTaken = (locks: Locks, key: string) =>
  locks.withLock('mail', key, async () => false).catch((error) => error instanceof TryLater);

/** Resolves once the work holds the lock. */
function hold(locks: Locks, key: string) {
  const { promise: end, resolve: endWork } = Promise.withResolvers<void>();
  return new Promise<{ ended: Promise<void>; endWork(): void }>((begun) => {
    const ended = locks.withLock('mail', key, () => {
      begun({ ended, endWork });
      return end;
    });
  });
}

test('a lock is released soon after its machine hangs', async () => {
  const proxy = await startDatabaseProxy(databaseUrl);
  const [hanging, other] = [open(proxy.url), open()];
  const work = await hold(hanging, 'a');
  await expect.poll(() => isTaken(other, 'a')).toBe(true);
  proxy.silence();
  await expect.poll(() => isTaken(other, 'a')).toBe(false);
  work.endWork();
  await proxy.stop();
  await Promise.all([work.ended, hanging.close(), other.close()]);
});

test('a lock is held as long as the work takes, beyond the silence limit', async () => {
  // Long enough for a busy machine to send its keep-alive query. The work takes twice as long.
  const silenceMs = 2000;
  const [holder, other] = [open(databaseUrl, silenceMs), open()];
  await holder.withLock('mail', 'b', async () => {
    await pause(2 * silenceMs);
    expect(await isTaken(other, 'b')).toBe(true);
  });
  expect(await isTaken(other, 'b')).toBe(false);
  await Promise.all([holder.close(), other.close()]);
});

test('closing waits for the work that holds a lock', async () => {
  const [holder, other] = [open(), open()];
  const work = await hold(holder, 'c');
  const closed = holder.close();
  expect(await isTaken(other, 'c')).toBe(true);
  work.endWork();
  await Promise.all([work.ended, closed]);
  expect(await isTaken(other, 'c')).toBe(false);
  await other.close();
});
