import {
  MutationObserver,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, apiQueryKey } from '../api.ts';
import { scheduleQuery } from '../schedule/queries.ts';
import { instructorsQuery } from '../timetable/queries.ts';
import { createQueryClient } from './providers.tsx';

const userKey = apiQueryKey('GET /api/user');
const otherKey = apiQueryKey('GET /api/schedule');
const refuse = (status: number) => () => Promise.reject(new ApiError(status, 'refused'));
const ignore = () => undefined;

let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(userKey, { id: 1 });
  client.setQueryData(otherKey, []);
});
afterEach(() => {
  client.clear();
  onlineManager.setOnline(true);
});

const isInvalidated = (queryKey: readonly unknown[]) =>
  client.getQueryState(queryKey)?.isInvalidated;

test.each([401, 403])('a query refused with %d refetches only the user', async (status) => {
  await client.fetchQuery({ queryKey: ['failing'], queryFn: refuse(status) }).catch(ignore);
  expect(isInvalidated(userKey)).toBe(true);
  expect(isInvalidated(otherKey)).toBe(false);
});

test('a mutation refused with 401 refetches the user', async () => {
  const mutation = new MutationObserver(client, { mutationFn: refuse(401) });
  await mutation.mutate().catch(ignore);
  expect(isInvalidated(userKey)).toBe(true);
});

test('412 clears the cache, because someone else has signed in on this browser', async () => {
  const mutation = new MutationObserver(client, { mutationFn: refuse(412) });
  await mutation.mutate().catch(ignore);
  expect(client.getQueryData(userKey)).toBeUndefined();
  expect(client.getQueryData(otherKey)).toBeUndefined();
});

test.each([0, 400, 404, 409, 500])('%d leaves the user and the cache alone', async (status) => {
  await client.fetchQuery({ queryKey: ['failing'], queryFn: refuse(status) }).catch(ignore);
  expect(isInvalidated(userKey)).toBe(false);
  expect(client.getQueryData(userKey)).toEqual({ id: 1 });
});

test('a failed query is not retried automatically', async () => {
  const queryFn = vi.fn(refuse(500));
  const query = new QueryObserver(client, { queryKey: ['failing'], queryFn });
  await new Promise<void>((resolve) => {
    query.subscribe(({ isError }) => isError && resolve());
  });
  expect(queryFn).toHaveBeenCalledTimes(1);
});

test('the instructors are retried three times and kept for a minute', () => {
  expect(instructorsQuery).toMatchObject({ retry: 3, staleTime: 60_000 });
});

test('the schedule is kept for half a minute', () => {
  expect(scheduleQuery.staleTime).toBe(30_000);
});

test('without a connection, queries and mutations fail immediately instead of waiting', async () => {
  onlineManager.setOnline(false);
  await expect(
    client.fetchQuery({ queryKey: ['offline'], queryFn: () => 'answered' }),
  ).resolves.toBe('answered');
  const mutation = new MutationObserver(client, { mutationFn: async () => 'saved' });
  await expect(mutation.mutate()).resolves.toBe('saved');
});
