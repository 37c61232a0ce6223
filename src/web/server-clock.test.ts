import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { now, resyncAfterSleep, setServerTime } from './server-clock.ts';

const serverTime = '2026-11-16T18:00:00.000Z';
const secondsAfter = (seconds: number) => new Date(Date.parse(serverTime) + seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2031-01-01T00:00:00Z') });
  setServerTime(serverTime);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the time comes from the server, not from the machine’s clock', () => {
  expect(now()).toEqual(secondsAfter(0));
});

test('time passes between two responses', () => {
  vi.advanceTimersByTime(90_000);
  expect(now()).toEqual(secondsAfter(90));
});

test('setting the machine’s clock does not change the time', () => {
  vi.setSystemTime(new Date('1999-01-01T00:00:00Z'));
  expect(now()).toEqual(secondsAfter(0));
});

test('a response without a valid time changes nothing', () => {
  setServerTime(null);
  setServerTime('tomorrow');
  expect(now()).toEqual(secondsAfter(0));
});

test('time counts from when the response was received', () => {
  vi.advanceTimersByTime(10_000);
  setServerTime(serverTime, performance.now() - 4_000);
  expect(now()).toEqual(secondsAfter(4));
});

test('after a sleep that stopped performance.now(), the time is refetched', async () => {
  const headers = { 'x-server-time': secondsAfter(10_800).toISOString() };
  const fetched = vi.fn(async () => new Response('', { headers }));
  vi.stubGlobal('fetch', fetched);
  await resyncAfterSleep();
  expect(fetched).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 3 * 60 * 60 * 1000);
  await resyncAfterSleep();
  expect(now()).toEqual(secondsAfter(10_800));
  await resyncAfterSleep();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('without a connection after a sleep, the time stays as it was', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetched);
  vi.setSystemTime(Date.now() + 60_000);
  await resyncAfterSleep();
  expect(now()).toEqual(secondsAfter(0));
  await resyncAfterSleep();
  expect(fetched).toHaveBeenCalledTimes(1);
});
