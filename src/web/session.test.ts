import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi, setRequestUserId } from './api.ts';
import { onWaitingChange, stopWaiting, waitingReason } from './session.ts';

const fetched = vi.fn<typeof fetch>();
const refuse = () =>
  fetched.mockResolvedValueOnce(
    new Response('{"message":"Please sign in first."}', { status: 401 }),
  );
const answer = () => fetched.mockResolvedValueOnce(new Response('{"message":"Done"}'));
const untilWaiting = () =>
  new Promise<void>((resolve) => {
    const end = onWaitingChange(() => {
      end();
      resolve();
    });
  });

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  setRequestUserId(7);
});
afterEach(() => {
  stopWaiting(false);
  fetched.mockReset();
  setRequestUserId(undefined);
  vi.unstubAllGlobals();
});

const change = () => callApi('POST /api/complete-retreat-info');

test('a change after the session ended waits for sign-in and is then repeated', async () => {
  refuse();
  const waiting = untilWaiting();
  const changed = change();
  await waiting;
  answer();
  stopWaiting(true);
  expect(await changed).toEqual({ message: 'Done' });
  expect(fetched).toHaveBeenCalledTimes(2);
  for (const [, init] of fetched.mock.calls) {
    expect(init?.headers).toMatchObject({ 'x-user-id': '7' });
  }
});

test('fetches during sign-in wait too, and all fail if the user doesn’t sign in', async () => {
  refuse();
  const waiting = untilWaiting();
  const calls = [change()];
  await waiting;
  refuse();
  const schedule = callApi('GET /api/schedule');
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  stopWaiting(false);
  const outcomes = await Promise.allSettled([...calls, schedule]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { status: 401 } },
    { status: 'rejected', reason: { status: 401 } },
  ]);
});

test.each([
  ['a page that only fetches', () => callApi('GET /api/schedule')],
  ['who is signed in', () => callApi('GET /api/user')],
  ['signing out', () => callApi('POST /api/auth/logout')],
])('%s does not wait', async (_, call) => {
  refuse();
  await expect(call()).rejects.toMatchObject({ status: 401 });
  expect(waitingReason()).toBeUndefined();
});

test('a call that needs confirmation waits, even if it only fetches, and says so', async () => {
  const body = '{"message":"Please confirm.","current":{"confirm":true}}';
  fetched.mockResolvedValueOnce(new Response(body, { status: 401 }));
  const waiting = untilWaiting();
  const checked = callApi('GET /api/account/confirmed');
  await waiting;
  expect(waitingReason()).toBe('confirm');
  answer();
  stopWaiting(true);
  expect(await checked).toEqual({ message: 'Done' });
});

test('nothing waits on a page without a signed-in user', async () => {
  setRequestUserId(undefined);
  refuse();
  await expect(change()).rejects.toMatchObject({ status: 401 });
});
