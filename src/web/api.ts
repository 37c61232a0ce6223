import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Calls, EndpointKey, ResponseTo } from '../contract/contract.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../contract/endpoint.ts';
import { deviceTimeZone } from '../course/format-time.ts';
import { setServerTime } from './server-clock.ts';
import { canWaitForSignIn, waitForSignIn } from './session.ts';

/** For example, 'GET /api/classes/:id'. */
export type Endpoint = EndpointKey;
export type ApiResponse<E extends Endpoint> = ResponseTo<E>;

const unreachable = 'We couldn’t reach the portal. Please check your connection and try again.';

export class ApiError extends Error {
  override name = 'ApiError';
  /** 0 if the portal couldn't be reached. */
  readonly status: number;
  userMessage?: string | undefined;
  field?: string | undefined;
  /** For example, the stored values after a version conflict. */
  current?: unknown;

  constructor(status: number, message: string, details: Partial<ApiError> = {}) {
    super(message);
    this.status = status;
    Object.assign(this, details);
  }
}

export function errorMessage<Fallback>(error: unknown, fallback: Fallback): string | Fallback {
  return (error instanceof ApiError && error.userMessage) || fallback;
}

type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: never }
  : { [N in Name]: Value };

type ApiInput<E extends Endpoint> = Part<'params', ParamsOf<Calls[E]>> &
  Part<'query', QueryOf<Calls[E]>> &
  Part<'body', BodyOf<Calls[E]>> & {
    /** If this version is out of date, the server responds with 409 and the current record. */
    ifMatch?: number;
    requestKey?: string;
  };

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

/** Sets the user ID that is sent with changes. The server rejects a change if someone else has signed in. */
export function setRequestUserId(id: number | undefined): void {
  userId = id;
}

function buildRequest(endpoint: Endpoint, input: AnyInput = {}) {
  const { params = {}, query, body, ifMatch, requestKey } = input;
  const [method = '', path = ''] = endpoint.split(' ');
  const url = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const headers: Record<string, string> = {};
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (path.startsWith('/api/auth/')) headers['x-time-zone'] = deviceTimeZone();
  else if (method !== 'GET' && userId !== undefined) headers['x-user-id'] = String(userId);
  if (navigator.userActivation?.isActive === false) headers['x-background'] = '1';
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
  if (requestKey !== undefined) headers['idempotency-key'] = requestKey;
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return { url: search.size > 0 ? `${url}?${search}` : url, init };
}

export function apiUrl<E extends Extract<Endpoint, `GET ${string}`>>(
  endpoint: E,
  ...[input]: ApiArguments<E>
): string {
  return buildRequest(endpoint, input as AnyInput | undefined).url;
}

const maxTries = 3;

/** An overloaded server sends 503 and Retry-After before changing anything, so retrying is safe. */
async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init);
    const seconds = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || !seconds || tries === maxTries) return response;
    await new Promise((done) => setTimeout(done, (seconds + Math.random()) * 1000));
  }
}

export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[input]: ApiArguments<E>
): Promise<ApiResponse<E>> {
  const { url, init } = buildRequest(endpoint, input as AnyInput | undefined);
  const [response, text] = await fetchWithRetry(url, init)
    .then(async (received) => [received, await received.text()] as const)
    .catch((cause) => {
      throw new ApiError(0, unreachable, { userMessage: unreachable, cause });
    });
  setServerTime(response.headers.get('x-server-time'));
  const data = parseJson(text);
  const reason = data?.current?.confirm ? 'confirm' : 'signed-out';
  const canWait = userId !== undefined && (reason === 'confirm' || canWaitForSignIn(endpoint));
  if (response.status === 401 && canWait && (await waitForSignIn(reason))) {
    return callApi(endpoint, ...([input] as unknown as ApiArguments<E>));
  }
  if (!response.ok) {
    throw new ApiError(response.status, `${response.status}: ${text || response.statusText}`, {
      userMessage: typeof data?.message === 'string' ? data.message : undefined,
      field: typeof data?.field === 'string' ? data.field : undefined,
      current: data?.current,
    });
  }
  // A captive portal, such as a hotel's sign-in page, responds with 200 and HTML.
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

/** Without input, returns the prefix of all query keys for the endpoint. */
export function apiQueryKey<E extends Endpoint>(endpoint: E, input?: ApiInput<E>) {
  return input ? [endpoint, input] : [endpoint];
}

export function apiQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return {
    queryKey: apiQueryKey(endpoint, ...input),
    queryFn: () => callApi(endpoint, ...input),
  };
}

export function freshQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return { ...apiQuery(endpoint, ...input), refetchOnMount: 'always' as const };
}

/** Refetches the endpoints' mounted queries now, and the others when they next mount. */
export async function invalidate(client: QueryClient, ...endpoints: Endpoint[]): Promise<void> {
  const keys = endpoints.map((endpoint) => apiQueryKey(endpoint));
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Changes the cached data and restarts a pending fetch, because its response may not include the change. */
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
  // Invalidating alone isn't enough, because TanStack doesn't restart a pending fetch if nothing is cached yet.
  await client.cancelQueries({ queryKey });
  await invalidate(client, endpoint);
}

/** Refetches several times in the next 30 seconds, because a server job makes the changes after the response. */
export function invalidateLater(client: QueryClient, ...endpoints: Endpoint[]): void {
  for (const ms of [3_000, 10_000, 30_000]) {
    setTimeout(() => invalidate(client, ...endpoints), ms);
  }
}

export function useApiQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return useQuery(apiQuery(endpoint, ...input));
}

export function useFreshQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return useQuery(freshQuery(endpoint, ...input));
}

interface Callbacks<Input, Data> {
  onSuccess?: (data: Data, input: Input) => unknown;
  onError?: (error: Error) => unknown;
}

/** Ignores calls while another one is pending, for example after a double click. */
export function useSingleMutation<Input extends unknown[], Data>(
  mutationFn: (...input: Input) => Promise<Data>,
  { onSuccess, onError }: Callbacks<Input, Data> = {},
) {
  // `isPending` only changes on the next render, which is too late for a fast second click.
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
  /** Returns undefined if the call was ignored. */
  const mutateAsync = useCallback(
    (...input: Input): Promise<Data> | undefined => {
      if (isInFlight.current) return undefined;
      isInFlight.current = true;
      return start(input);
    },
    [start],
  );
  const mutate = useCallback(
    (...input: Input) => void mutateAsync(...input)?.catch(() => undefined),
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
