import type { Clock } from '../../clock.ts';
import { readRetryAfter } from '../retry-after.ts';
import { MeetingsProblem } from './port.ts';
import type { ZoomToken } from './zoom-token.ts';

interface Parts {
  baseUrl: string;
  token: ZoomToken;
  clock: Clock;
}

interface Request {
  body?: object;
  query?: Record<string, string>;
  timeoutMs?: number;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
/** What Zoom answered; its fields are checked by whoever reads them. */
export type ZoomAnswer = Record<string, unknown>;

const patience = 10_000;

/** One question to Zoom: an answer, null for what it does not have, or a `MeetingsProblem`. */
export function openZoomHttp({ baseUrl, token, clock }: Parts) {
  return async function ask(
    method: Method,
    path: string,
    { body, query, timeoutMs = patience }: Request = {},
  ): Promise<ZoomAnswer | null> {
    const signal = AbortSignal.timeout(timeoutMs);
    const search = query ? `?${new URLSearchParams(query)}` : '';
    let answer = await send();
    if (answer.status === 401) {
      token.drop();
      answer = await send();
    }
    const content = (await answer.json().catch(() => ({}))) as ZoomAnswer;
    if (answer.ok) return content;
    if (answer.status === 404) return null;
    throw describe(answer, content);

    async function send(): Promise<Response> {
      try {
        return await fetch(baseUrl + path + search, {
          method,
          headers: {
            authorization: `Bearer ${await token.get(signal)}`,
            accept: 'application/json',
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal,
        });
      } catch (error) {
        throw error instanceof MeetingsProblem ? error : unreachable(error as Error);
      }
    }
  };

  function describe({ status, headers }: Response, { code, message }: ZoomAnswer): MeetingsProblem {
    const words = `Zoom answered ${status}${code ? ` (${code})` : ''}: ${withoutAddresses(message)}`;
    const wait = readRetryAfter(headers, clock.now());
    if (status === 429) return new MeetingsProblem('busy', words, wait ?? 60);
    if (status >= 500) return new MeetingsProblem('down', words, wait);
    // A key or a right that is missing is the operator's to mend, after which a further try succeeds.
    const isOurKey = status === 401 || status === 403 || code === 104 || code === 4711;
    return new MeetingsProblem(isOurKey ? 'down' : 'refused', words);
  }
}

function unreachable(error: Error): MeetingsProblem {
  const isLate = error.name === 'TimeoutError';
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new MeetingsProblem(
    'down',
    isLate ? 'Zoom did not answer in time' : `Zoom cannot be reached: ${cause}`,
  );
}

/** Zoom's sentences repeat whom they are about, and ours end up in logs. */
function withoutAddresses(message: unknown): string {
  return String(message ?? 'no reason given').replace(/[^\s()<>"']+@[^\s()<>"']+/g, '•••');
}
