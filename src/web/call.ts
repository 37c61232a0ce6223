import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../contract/endpoint.ts';
import { signInCalls } from '../contract/sign-in.ts';
import { learnServerTime } from './server-clock.ts';

const unreachable = 'The portal could not be reached. Please check your connection and try again.';

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** The server's own sentence, meant for the person in front of the screen. */
  readonly words: string | undefined;
  /** The field of a form that the sentence is about, where the server names one. */
  readonly field: string | undefined;

  constructor(
    status: number,
    message: string,
    words: string | undefined,
    { cause, field }: { cause?: unknown; field?: string | undefined } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.words = words;
    this.field = field;
  }
}

/** What to show somebody of a failure: the server's sentence, or else the one given here. */
export function wordsOf<Otherwise>(error: unknown, otherwise: Otherwise): string | Otherwise {
  return (error instanceof CallError && error.words) || otherwise;
}

type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: never }
  : { [N in Name]: Value };

export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>;

/** What a call takes; nothing at all where the endpoint takes nothing. */
type Given<E extends Endpoint> =
  Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function addressOf(path: string, { params = {}, query }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return asked.length > 0 ? `${filled}?${search}` : filled;
}

export async function call<E extends Endpoint>(
  { method, path }: E,
  ...[given]: Given<E>
): Promise<AnswerOf<E>> {
  const input = (given ?? {}) as AnyInput;
  const { body } = input;
  const request: RequestInit = { method };
  if (body !== undefined) {
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  return readAnswer<E>(await send(addressOf(path, input), request));
}

/** An answer, and the mark by which the server knows it again. */
export interface MarkedAnswer<Answer> {
  answer: Answer;
  mark: string | null;
}

/** For a long list that seldom changes: while what is known still holds, the server sends nothing. */
export async function callForChanges<E extends Endpoint>(
  { method, path }: E,
  known: MarkedAnswer<AnswerOf<E>> | undefined,
): Promise<MarkedAnswer<AnswerOf<E>>> {
  const headers: HeadersInit = known?.mark ? { 'if-none-match': known.mark } : {};
  const reply = await send(path, { method, headers });
  if (known && reply.status === 304) return known;
  return { answer: readAnswer<E>(reply), mark: reply.headers.get('etag') };
}

interface Reply extends Pick<Response, 'status' | 'statusText' | 'ok' | 'headers'> {
  body: string;
}

async function send(address: string, request: RequestInit): Promise<Reply> {
  try {
    const answer = await fetch(address, { ...request, credentials: 'same-origin' });
    const { status, statusText, ok, headers } = answer;
    const body = await answer.text();
    learnServerTime(headers.get('x-server-time'));
    return { status, statusText, ok, headers, body };
  } catch (cause) {
    throw new CallError(0, unreachable, unreachable, { cause });
  }
}

function readAnswer<E extends Endpoint>({ status, statusText, ok, body }: Reply): AnswerOf<E> {
  const data = readJson(body);
  if (!ok) {
    const words = typeof data?.message === 'string' ? data.message : undefined;
    const field = typeof data?.field === 'string' ? data.field : undefined;
    throw new CallError(status, `${status}: ${body || statusText}`, words, { field });
  }
  // Something between here and the server, such as a hotel's sign-in page, answered in its place.
  if (data === undefined) throw new CallError(0, unreachable, unreachable);
  return data as AnswerOf<E>;
}

function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the cache keeps an answer; without input, where it keeps all answers of the endpoint. */
export function keyOf<E extends Endpoint>({ method, path }: E, input?: InputOf<E>) {
  return input ? [method, path, input] : [method, path];
}

/** Asks again for what is on the screen; what is not is asked for when it is next needed. */
export function refresh(client: QueryClient, endpoint: Endpoint): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(endpoint) });
}

/** A session may end while a page is open: the guard of the page then learns of it at once. */
export function noticeEndOfSession(client: QueryClient, error: Error): void {
  if (error instanceof CallError && error.status === 401) refresh(client, signInCalls.getUser);
}

export function useAnswer<E extends Endpoint>(endpoint: E, ...given: Given<E>) {
  return useQuery({
    queryKey: keyOf(endpoint, ...given),
    queryFn: () => call(endpoint, ...given),
  });
}

interface Outcome<E extends Endpoint> {
  onSuccess?: (answer: AnswerOf<E>) => void;
  onError?: (error: Error) => void;
}

type Change<E extends Endpoint> =
  | { state: 'idle' | 'pending'; answer?: undefined; error?: undefined }
  | { state: 'made'; answer: AnswerOf<E>; error?: undefined }
  | { state: 'failed'; answer?: undefined; error: Error };

/**
 * Makes a call at somebody's wish. While one is under way a second wish, as of a double click, is dropped.
 * TanStack's mutations would do no more for us, and weigh on the first page.
 */
export function useChange<E extends Endpoint>(endpoint: E, outcome: Outcome<E> = {}) {
  const client = useQueryClient();
  const underWay = useRef(false);
  const [change, setChange] = useState<Change<E>>({ state: 'idle' });
  const make = (...given: Given<E>) => {
    if (underWay.current) return;
    underWay.current = true;
    setChange({ state: 'pending' });
    const succeed = (answer: AnswerOf<E>) => {
      setChange({ state: 'made', answer });
      outcome.onSuccess?.(answer);
    };
    const fail = (error: Error) => {
      noticeEndOfSession(client, error);
      setChange({ state: 'failed', error });
      outcome.onError?.(error);
    };
    const settle = () => {
      underWay.current = false;
    };
    call(endpoint, ...given)
      .then(succeed, fail)
      .finally(settle);
  };
  return { ...change, make };
}
