import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Address, AnswerTo, Calls } from '../contract/contract.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../contract/endpoint.ts';
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

export type InputTo<A extends Address> = Part<'params', ParamsOf<Calls[A]>> &
  Part<'query', QueryOf<Calls[A]>> &
  Part<'body', BodyOf<Calls[A]>>;

/** What a call takes; nothing at all where the endpoint takes nothing. */
export type Given<A extends Address> =
  Record<never, never> extends InputTo<A> ? [input?: InputTo<A>] : [input: InputTo<A>];

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** 'PATCH /api/classes/:id' and its input as what `fetch` takes. */
function requestOf(address: Address, { params = {}, query, body }: AnyInput = {}) {
  const [method = '', path = ''] = address.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  const request: RequestInit = { method };
  if (body !== undefined) {
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  return { url: asked.length > 0 ? `${filled}?${search}` : filled, request };
}

/** For an answer that the browser itself is to fetch, such as a file. */
export function linkTo(address: Extract<Address, `GET ${string}`>): string {
  return requestOf(address).url;
}

export async function call<A extends Address>(
  address: A,
  ...[given]: Given<A>
): Promise<AnswerTo<A>> {
  const { url, request } = requestOf(address, given as AnyInput | undefined);
  return readAnswer<A>(await send(url, request));
}

/** An answer, and the mark by which the server knows it again. */
export interface MarkedAnswer<Answer> {
  answer: Answer;
  mark: string | null;
}

/** For a long list that seldom changes: while what is known still holds, the server sends nothing. */
export async function callForChanges<A extends Address>(
  address: A,
  known: MarkedAnswer<AnswerTo<A>> | undefined,
): Promise<MarkedAnswer<AnswerTo<A>>> {
  const { url, request } = requestOf(address);
  const headers: HeadersInit = known?.mark ? { 'if-none-match': known.mark } : {};
  const reply = await send(url, { ...request, headers });
  if (known && reply.status === 304) return known;
  return { answer: readAnswer<A>(reply), mark: reply.headers.get('etag') };
}

interface Reply extends Pick<Response, 'status' | 'statusText' | 'ok' | 'headers'> {
  body: string;
}

async function send(url: string, request: RequestInit): Promise<Reply> {
  try {
    const answer = await fetch(url, { ...request, credentials: 'same-origin' });
    const { status, statusText, ok, headers } = answer;
    const body = await answer.text();
    learnServerTime(headers.get('x-server-time'));
    return { status, statusText, ok, headers, body };
  } catch (cause) {
    throw new CallError(0, unreachable, unreachable, { cause });
  }
}

function readAnswer<A extends Address>({ status, statusText, ok, body }: Reply): AnswerTo<A> {
  const data = readJson(body);
  if (!ok) {
    const words = typeof data?.message === 'string' ? data.message : undefined;
    const field = typeof data?.field === 'string' ? data.field : undefined;
    throw new CallError(status, `${status}: ${body || statusText}`, words, { field });
  }
  // Something between here and the server, such as a hotel's sign-in page, answered in its place.
  if (data === undefined) throw new CallError(0, unreachable, unreachable);
  return data as AnswerTo<A>;
}

function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the cache keeps an answer; without input, where it keeps all answers of the endpoint. */
export function keyOf<A extends Address>(address: A, input?: InputTo<A>) {
  return input ? [address, input] : [address];
}

/** Asks again for what is on the screen; what is not is asked for when it is next needed. */
export function refresh(client: QueryClient, address: Address): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(address) });
}

/** A session may end while a page is open: the guard of the page then learns of it at once. */
export function noticeEndOfSession(client: QueryClient, error: Error): void {
  if (error instanceof CallError && error.status === 401) refresh(client, 'GET /api/user');
}

export function useAnswer<A extends Address>(address: A, ...given: Given<A>) {
  return useQuery({
    queryKey: keyOf(address, ...given),
    queryFn: () => call(address, ...given),
  });
}

interface Outcome<A extends Address> {
  onSuccess?: (answer: AnswerTo<A>) => void;
  onError?: (error: Error) => void;
}

type Change<A extends Address> =
  | { state: 'idle' | 'pending'; answer?: undefined; error?: undefined }
  | { state: 'made'; answer: AnswerTo<A>; error?: undefined }
  | { state: 'failed'; answer?: undefined; error: Error };

/**
 * Makes a call at somebody's wish. While one is under way a second wish, as of a double click, is dropped.
 * TanStack's mutations would do no more for us, and weigh on the first page.
 */
export function useChange<A extends Address>(address: A, outcome: Outcome<A> = {}) {
  const client = useQueryClient();
  const underWay = useRef(false);
  const [change, setChange] = useState<Change<A>>({ state: 'idle' });
  const make = (...given: Given<A>) => {
    if (underWay.current) return;
    underWay.current = true;
    setChange({ state: 'pending' });
    const succeed = (answer: AnswerTo<A>) => {
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
    call(address, ...given)
      .then(succeed, fail)
      .finally(settle);
  };
  return { ...change, make };
}
