import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchUnlessBusy } from './fetch-unless-busy.ts';

const busy = () => new Response('', { status: 503, headers: { 'retry-after': '1' } });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function statusAfter(...answers: Response[]) {
  const fetched = vi.fn(async () => answers.shift());
  vi.stubGlobal('fetch', fetched);
  const asked = fetchUnlessBusy('/api/user', {});
  await vi.advanceTimersByTimeAsync(5000);
  return { status: (await asked).status, times: fetched.mock.calls.length };
}

test('a call that comes while the portal is busy is made again', async () => {
  expect(await statusAfter(busy(), busy(), new Response('{}'))).toEqual({ status: 200, times: 3 });
});

test('a portal that stays busy is not asked for ever', async () => {
  expect(await statusAfter(busy(), busy(), busy(), busy())).toEqual({ status: 503, times: 3 });
});

test('a failure that names no time is not asked again', async () => {
  const refused = new Response('', { status: 503 });
  expect(await statusAfter(refused, new Response('{}'))).toEqual({ status: 503, times: 1 });
});

test('a call waits for as long as it is told to', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => busy()),
  );
  const asked = fetchUnlessBusy('/api/user', {});
  await vi.advanceTimersByTimeAsync(999);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect(fetch).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect((await asked).status).toBe(503);
});
