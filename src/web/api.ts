import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Calls, EndpointKey, ResponseTo } from '../contract/contract.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../contract/endpoint.ts';
import { fetchUnlessBusy } from './fetch-unless-busy.ts';
import { setServerTime } from './server-clock.ts';
import { canWaitForSignIn, waitForSignIn } from './session-end.ts';

/** Method and path as the contract has them: 'GET /api/classes/:id'. */
export type Endpoint = EndpointKey;
export type ApiResponse<E extends Endpoint> = ResponseTo<E>;

const unreachable = 'The portal could not be reached. Please check your connection and try again.';

interface ErrorDetails {
  /** The server's sentence for the user. */
  userMessage?: string | undefined;
  /** The form field that the sentence is about, where the server names one. */
  field?: string | undefined;
  /** The stored values, where somebody else has changed them since they were read. */
  current?: unknown;
  cause?: unknown;
}

/** A request that did not succeed. `status` is 0 when no response of the portal came back. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly userMessage: string | undefined;
  readonly field: string | undefined;
  readonly current: unknown;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.userMessage = details.userMessage;
    this.field = details.field;
    this.current = details.current;
  }
}

/** What to show the user of an error: the server's sentence, or else the fallback. */
export function errorMessage<Fallback>(error: unknown, fallback: Fallback): string | Fallback {
  return (error instanceof ApiError && error.userMessage) || fallback;
}

type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: never }
  : { [N in Name]: Value };

type ApiInput<E extends Endpoint> = Part<'params', ParamsOf<Calls[E]>> &
  Part<'query', QueryOf<Calls[E]>> &
  Part<'body', BodyOf<Calls[E]>> & {
    /** The version that was read; the server refuses with 409 and `current` where it has another one by now. */
    ifMatch?: number;
    /** See `useRequestKey`. */
    requestKey?: string;
  };

/** The input of an endpoint; optional where the endpoint takes nothing. */
export type ApiArguments<E extends Endpoint> =
  Record<never, never> extends ApiInput<E> ? [input?: ApiInput<E>] : [input: ApiInput<E>];

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: number;
  requestKey?: string;
}

let userId: number | undefined;

/** Sent as x-user-id with every change: the server refuses it once somebody else is signed in on this browser. */
export function setRequestUserId(id: number | undefined): void {
  userId = id;
}

/** 'PATCH /api/classes/:id' and its input as what `fetch` takes. */
function buildRequest(endpoint: Endpoint, input: AnyInput = {}) {
  const { params = {}, query, body, ifMatch, requestKey } = input;
  const [method = '', path = ''] = endpoint.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const headers: Record<string, string> = {};
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  const isChange = method !== 'GET' && !path.startsWith('/api/auth/');
  if (isChange && userId !== undefined) headers['x-user-id'] = String(userId);
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
  if (requestKey !== undefined) headers['idempotency-key'] = requestKey;
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return { url: given.length > 0 ? `${filled}?${search}` : filled, init };
}

/** For a response that the browser itself fetches, such as a file. */
export function apiUrl<E extends Extract<Endpoint, `GET ${string}`>>(
  endpoint: E,
  ...[input]: ApiArguments<E>
): string {
  return buildRequest(endpoint, input as AnyInput | undefined).url;
}

export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[input]: ApiArguments<E>
): Promise<ApiResponse<E>> {
  const { url, init } = buildRequest(endpoint, input as AnyInput | undefined);
  let response: Response;
  let text: string;
  try {
    response = await fetchUnlessBusy(url, init);
    text = await response.text();
  } catch (cause) {
    throw new ApiError(0, unreachable, { userMessage: unreachable, cause });
  }
  setServerTime(response.headers.get('x-server-time'));
  const isSignedOut = response.status === 401 && userId !== undefined;
  if (isSignedOut && canWaitForSignIn(endpoint) && (await waitForSignIn())) {
    return callApi(endpoint, ...([input] as unknown as ApiArguments<E>));
  }
  const data = parseJson(text);
  if (!response.ok) {
    throw new ApiError(response.status, `${response.status}: ${text || response.statusText}`, {
      userMessage: typeof data?.message === 'string' ? data.message : undefined,
      field: typeof data?.field === 'string' ? data.field : undefined,
      current: data?.current,
    });
  }
  // A captive portal, such as a hotel's sign-in page, answers 200 with HTML in place of the server.
  if (data === undefined) throw new ApiError(0, unreachable, { userMessage: unreachable });
  return data as ApiResponse<E>;
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without input: the prefix of all queries of the endpoint. */
export function apiQueryKey<E extends Endpoint>(endpoint: E, input?: ApiInput<E>) {
  return input ? [endpoint, input] : [endpoint];
}

export function apiQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return {
    queryKey: apiQueryKey(endpoint, ...input),
    queryFn: () => callApi(endpoint, ...input),
  };
}

/** Refetches the endpoint's queries that are on the screen; others are refetched when they are next mounted. */
export function invalidate(client: QueryClient, endpoint: Endpoint): Promise<void> {
  return client.invalidateQueries({ queryKey: apiQueryKey(endpoint) });
}

/**
 * Puts a change into the cached response of an endpoint without input. The response is not newer for that. One that
 * is on its way may be from before the change, so it is asked for again.
 */
export async function updateCached<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  change: (data: ApiResponse<E>) => ApiResponse<E>,
): Promise<void> {
  const queryKey = apiQueryKey(endpoint);
  const { dataUpdatedAt: updatedAt } = client.getQueryState(queryKey) ?? {};
  if (updatedAt) {
    client.setQueryData<ApiResponse<E>>(queryKey, (data) => data && change(data), { updatedAt });
  }
  if (client.isFetching({ queryKey }) === 0) return;
  // TanStack goes on with a first fetch in place of beginning it anew.
  await client.cancelQueries({ queryKey });
  await invalidate(client, endpoint);
}

/** For what a job on the server does after the response: three refetches within half a minute. */
export function invalidateLater(client: QueryClient, ...endpoints: Endpoint[]): void {
  for (const ms of [3_000, 10_000, 30_000]) {
    setTimeout(() => endpoints.map((endpoint) => invalidate(client, endpoint)), ms);
  }
}

/**
 * Runs for every failed query and mutation. 401 and 403 refetch the user, so that the page's guard notices that
 * the session or a right has ended. 412 empties the cache: somebody else has signed in on this browser.
 */
export function handleAuthError(client: QueryClient, error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (error.status === 412) client.resetQueries();
  else if (error.status === 401 || error.status === 403) invalidate(client, 'GET /api/user');
}

export function useApiQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return useQuery(apiQuery(endpoint, ...input));
}

interface Callbacks<Input, Data> {
  /** Awaited: the mutation is pending until the returned promise has resolved. */
  onSuccess?: (data: Data, input: Input) => unknown;
  onError?: (error: Error) => unknown;
}

/** `useMutation` that drops a second call, as of a double click, while the first is pending. */
export function useSingleMutation<Input extends unknown[], Data>(
  mutationFn: (...input: Input) => Promise<Data>,
  { onSuccess, onError }: Callbacks<Input, Data> = {},
) {
  // The mutation's own state reaches this component only with the next render, after a fast second click.
  const isInFlight = useRef(false);
  const mutation = useMutation<Data, Error, Input>({
    mutationFn: (input) => mutationFn(...input),
    onSuccess: (data, input) => onSuccess?.(data, input),
    onError: (error) => onError?.(error),
    onSettled: () => {
      isInFlight.current = false;
    },
  });
  const { mutateAsync: start } = mutation;
  /** Undefined for a call that was dropped. */
  const mutateAsync = useCallback(
    (...input: Input): Promise<Data> | undefined => {
      if (isInFlight.current) return undefined;
      isInFlight.current = true;
      return start(input);
    },
    [start],
  );
  const mutate = useCallback(
    (...input: Input): void => {
      mutateAsync(...input)?.catch(() => undefined);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}

export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  callbacks: Callbacks<ApiArguments<E>, ApiResponse<E>> = {},
) {
  return useSingleMutation((...input: ApiArguments<E>) => callApi(endpoint, ...input), callbacks);
}
