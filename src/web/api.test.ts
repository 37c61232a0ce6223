import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ApiError,
  callApi,
  errorMessage,
  invalidateLater,
  setRequestUserId,
  updateCached,
} from './api.ts';
import { now } from './server-clock.ts';

const fetched = vi.fn<typeof fetch>();
const respond = (status: number, body: string, headers: Record<string, string> = {}) =>
  fetched.mockResolvedValueOnce(new Response(body, { status, headers }));
const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('It succeeded.')),
    (error) => error,
  );
const sent = () => {
  const [url, init] = fetched.mock.lastCall ?? [];
  return { url, ...init };
};

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  fetched.mockReset();
  setRequestUserId(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an error has the status, the server’s message, and the field', async () => {
  respond(400, '{"message":"Email is in use","field":"email"}');
  const error = await failure(callApi('GET /api/user'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, userMessage: 'Email is in use', field: 'email' });
  expect(errorMessage(error, 'fallback')).toBe('Email is in use');
});

test('a conflict has the currently stored values', async () => {
  respond(409, '{"message":"Someone was faster","current":{"version":7}}');
  const error = await failure(callApi('DELETE /api/classes/:id', { params: { id: 3 } }));
  expect(error).toMatchObject({ status: 409, current: { version: 7 } });
});

test('an error without a message from the server shows the fallback', async () => {
  respond(502, '<html>Bad gateway</html>');
  const error = await failure(callApi('GET /api/user'));
  expect(error.status).toBe(502);
  expect(errorMessage(error, 'fallback')).toBe('fallback');
});

test('a captive portal that responds with HTML counts as no connection', async () => {
  respond(200, '<html>Welcome to the hotel</html>');
  const error = await failure(callApi('GET /api/user'));
  expect(error.status).toBe(0);
  expect(error.userMessage).toContain('reach the portal');
});

test('a request without a connection has status 0 and keeps its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  fetched.mockRejectedValueOnce(cause);
  const error = await failure(callApi('GET /api/user'));
  expect(error).toMatchObject({ status: 0, cause });
  expect(error.userMessage).toContain('reach the portal');
});

test('a response whose body is cut off counts as no connection', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
  fetched.mockResolvedValueOnce(new Response(body, { status: 200 }));
  expect((await failure(callApi('GET /api/user'))).status).toBe(0);
});

test('every response sets the server’s time, even an error', async () => {
  respond(401, '{}', { 'x-server-time': '2026-11-16T18:00:00.000Z' });
  await failure(callApi('GET /api/user'));
  expect(Math.abs(now().getTime() - Date.parse('2026-11-16T18:00:00Z'))).toBeLessThan(5_000);
});

test('the query is encoded in the URL', async () => {
  respond(200, '{}');
  await callApi('GET /api/alumni', { query: { search: 'a&b', page: 2, limit: '20' } });
  expect(sent().url).toBe('/api/alumni?search=a%26b&page=2&limit=20');
});

test('a change sends the user’s id; a query and signing in do not', async () => {
  setRequestUserId(12);
  respond(200, '{}');
  await callApi('DELETE /api/classes/:id', { params: { id: 3 }, ifMatch: 4 });
  expect(sent()).toMatchObject({
    url: '/api/classes/3',
    method: 'DELETE',
    headers: { 'x-user-id': '12', 'if-match': '"4"' },
  });
  respond(200, '{}');
  await callApi('GET /api/user');
  expect(sent().headers).not.toHaveProperty('x-user-id');
  respond(200, '{}');
  await callApi('POST /api/auth/login', { body: { email: 'a@b.test' } });
  expect(sent().headers).not.toHaveProperty('x-user-id');
  expect(sent().body).toBe('{"email":"a@b.test"}');
});

test('the results of a job are refetched three times within half a minute', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  invalidateLater(client, 'GET /api/students', 'GET /api/alumni');
  vi.advanceTimersByTime(2_999);
  expect(invalidated).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(invalidated).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(27_000);
  expect(invalidated).toHaveBeenCalledTimes(6);
});

test('updating a cached list keeps its age', () => {
  const client = new QueryClient();
  const key = ['GET /api/instructors'];
  const [ann, ben] = ['Ann', 'Ben'].map((name, id) => ({ id, name, role: 'teacher' as const }));
  client.setQueryData(key, [ann], { updatedAt: 1_000 });
  updateCached(client, 'GET /api/instructors', (list) => [...list, ...(ben ? [ben] : [])]);
  expect(client.getQueryData(key)).toEqual([ann, ben]);
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(1_000);
});

test('a list that is being fetched during a change is fetched again', async () => {
  const client = new QueryClient();
  let answerFirst = (_answer: string[]) => {};
  const first = new Promise<string[]>((resolve) => {
    answerFirst = resolve;
  });
  const answers = [first, Promise.resolve(['after'])];
  const queryFn = vi.fn(() => answers.shift() as Promise<string[]>);
  const observer = new QueryObserver(client, { queryKey: ['GET /api/instructors'], queryFn });
  const stop = observer.subscribe(() => {});
  updateCached(client, 'GET /api/instructors', (list) => list);
  answerFirst(['before']);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(['after']));
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

const busy = () => new Response('', { status: 503, headers: { 'retry-after': '1' } });

/** Also returns how often the call was sent within five seconds. */
async function statusAfter(...responses: Response[]) {
  vi.useFakeTimers();
  for (const response of responses) fetched.mockResolvedValueOnce(response);
  const called = callApi('GET /api/user').then(
    () => 200,
    ({ status }: ApiError) => status,
  );
  await vi.advanceTimersByTimeAsync(5_000);
  return { status: await called, times: fetched.mock.calls.length };
}

test('a call to an overloaded server is retried', async () => {
  expect(await statusAfter(busy(), busy(), new Response('{}'))).toEqual({ status: 200, times: 3 });
});

test('a call to a server that stays overloaded fails after three tries', async () => {
  expect(await statusAfter(busy(), busy(), busy(), busy())).toEqual({ status: 503, times: 3 });
});

test('a 503 without a retry time is not retried', async () => {
  const refused = new Response('', { status: 503 });
  expect(await statusAfter(refused, new Response('{}'))).toEqual({ status: 503, times: 1 });
});

test('a retry waits as long as the server says', async () => {
  vi.useFakeTimers();
  fetched.mockResolvedValueOnce(busy()).mockResolvedValueOnce(new Response('{}'));
  const called = callApi('GET /api/user');
  await vi.advanceTimersByTimeAsync(999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(fetched).toHaveBeenCalledTimes(2);
  await called;
});
