import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { readAnswer, readJson } from '../read-answer.ts';
import { readRetryAfter } from '../retry-after.ts';
import { MeetingsProblem } from './port.ts';
import type { ZoomToken } from './zoom-token.ts';

interface Deps {
  baseUrl: string;
  token: ZoomToken;
  clock: Clock;
}

interface Request {
  body?: object;
  query?: Record<string, string>;
  timeoutMs?: number;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

const defaultTimeoutMs = 10_000;
const noContent = 204;

/** How Zoom itself says no; a proxy's page is not of this form. */
const refusal = z.object({ code: z.number(), message: z.string() });
type ZoomRefusal = z.infer<typeof refusal>;

/**
 * Zoom's codes for a meeting that does not exist, or has expired. A user who does not exist (1001) is not among
 * them: that is a wrong setting, and says nothing about the meeting.
 */
const goneCodes = [300, 3001];
const closedRegistration = /^Registration has not been enabled/;

/** No permission or a lower plan, a scope that is missing, no licence to host, a user of another account. */
const notAllowedCodes = [104, 200, 1010, 3161, 4700, 4711];

/** One question to Zoom: an answer, null for what Zoom says it does not have, or a `MeetingsProblem`. */
export function openZoomHttp({ baseUrl, token, clock }: Deps) {
  return {
    /** A new token's scopes: see `ZoomToken`. */
    async readScopes(): Promise<string[] | null> {
      try {
        return await token.readScopes(AbortSignal.timeout(defaultTimeoutMs));
      } catch (error) {
        throw error instanceof MeetingsProblem ? error : unreachable(error as Error);
      }
    },

    async ask<Answer>(
      method: Method,
      path: string,
      schema: z.ZodType<Answer>,
      request: Request = {},
    ): Promise<Answer | null> {
      const received = await exchange(method, path, request);
      return received && readAnswer(schema, received.text, unreadable);
    },

    /** A change that Zoom confirms without content. What does not exist needs no change. */
    async change(method: Method, path: string, request: Request = {}): Promise<void> {
      const received = await exchange(method, path, request);
      if (received && received.status !== noContent) {
        throw unreadable(`it has the status ${received.status} in place of ${noContent}`);
      }
    },
  };

  async function exchange(method: Method, path: string, request: Request) {
    const signal = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    let received = await send(method, path, request, signal);
    if (received.status === 401) {
      token.drop();
      received = await send(method, path, request, signal);
    }
    if (received.status >= 200 && received.status < 300) return received;
    const { data: said } = refusal.safeParse(readJson(received.text));
    if (received.status === 404 && said && isGone(said)) return null;
    throw describe(received, said);
  }

  async function send(
    method: Method,
    path: string,
    { body, query }: Request,
    signal: AbortSignal,
  ): Promise<Received> {
    const search = query ? `?${new URLSearchParams(query)}` : '';
    try {
      const answer = await fetch(baseUrl + path + search, {
        method,
        headers: {
          authorization: `Bearer ${await token.get(signal)}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal,
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch (error) {
      throw error instanceof MeetingsProblem ? error : unreachable(error as Error);
    }
  }

  function describe({ status, headers }: Received, said: ZoomRefusal | undefined): MeetingsProblem {
    const code = said ? ` (${said.code})` : '';
    const words = `Zoom answered ${status}${code}: ${said?.message ?? 'no reason given'}`;
    const wait = readRetryAfter(headers, clock.now());
    if (status === 429) return new MeetingsProblem('busy', words, wait ?? 60);
    if (status >= 500) return new MeetingsProblem('down', words, wait);
    if (said && notAllowedCodes.includes(said.code))
      return new MeetingsProblem('not-allowed', words);
    // A key that is wrong is the operator's to mend, after which a further try succeeds.
    const isOurKey = status === 401 || status === 403;
    // Only Zoom's own no is final. A page of something on the way is not, nor a 404 that names nothing of Zoom's.
    const isForeign = !said || status === 404;
    return new MeetingsProblem(isOurKey || isForeign ? 'down' : 'refused', words);
  }
}

function isGone({ code, message }: ZoomRefusal): boolean {
  return goneCodes.includes(code) || (code === 404 && closedRegistration.test(message));
}

function unreadable(what: string): MeetingsProblem {
  return new MeetingsProblem('down', `Zoom’s answer cannot be read: ${what}`);
}

function unreachable(error: Error): MeetingsProblem {
  const isLate = error.name === 'TimeoutError';
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new MeetingsProblem(
    'down',
    isLate ? 'Zoom did not answer in time' : `Zoom cannot be reached: ${cause}`,
  );
}
