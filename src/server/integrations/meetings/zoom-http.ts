import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { describeLoss, exchange, isSuccess, readAnswer } from '../read-answer.ts';
import { MeetingsProblem } from './port.ts';
import {
  isGone,
  isPerSecondLimit,
  isUnknownUser,
  missingScopeCodes,
  readRefusal,
  toProblem,
} from './zoom-refusal.ts';
import type { ZoomToken } from './zoom-token.ts';

/** Calls per second: about two thirds of Zoom's limits for a Pro account, which leaves room for other nodes. */
const perSecond = { light: 20, medium: 14, heavy: 6 } as const;
const burstMs = 300;

type Weight = keyof typeof perSecond;

interface Deps {
  baseUrl: string;
  token: ZoomToken;
  clock: Clock;
}

export interface Request {
  body?: object;
  query?: Record<string, string>;
  timeoutMs?: number;
  weight?: Weight;
  /** If set, treats the meeting as deleted when its host no longer exists in Zoom. */
  goneWithHost?: boolean;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const defaultTimeoutMs = 10_000;
const noContent = 204;
const perSecondPauseMs = 1100;

export function openZoomHttp({ baseUrl, token, clock }: Deps) {
  const waitForTurn = openRateLimit();

  return {
    readScopes: () => readScopesOf(token.askAgain),
    /** A scope that was granted less than an hour ago may be missing. */
    currentScopes: () => readScopesOf(token.get),

    async ask<Answer>(
      method: Method,
      path: string,
      schema: z.ZodType<Answer>,
      request: Request = {},
    ): Promise<Answer | null> {
      const received = await ask(method, path, request);
      return received && readAnswer(schema, received.text, unreadable);
    },

    /** Returns Zoom's error, or null if the call succeeds or we can't read the error. */
    async tryOut(method: Method, path: string, request: Request = {}) {
      const received = await sendWithToken(method, path, request);
      return isSuccess(received) ? null : (readRefusal(received.text) ?? null);
    },

    async change(method: Method, path: string, request: Request = {}): Promise<void> {
      const received = await ask(method, path, request);
      if (received && received.status !== noContent) {
        throw unreadable(`it has the status ${received.status} instead of ${noContent}`);
      }
    },
  };

  async function readScopesOf(read: ZoomToken['get']): Promise<string[] | null> {
    try {
      return (await read(AbortSignal.timeout(defaultTimeoutMs))).scopes;
    } catch (error) {
      throw toMeetingsProblem(error);
    }
  }

  async function ask(method: Method, path: string, request: Request) {
    const received = await sendWithToken(method, path, request);
    if (isSuccess(received)) return received;
    const said = readRefusal(received.text);
    if (said && isGone(received, said)) return null;
    if (said && request.goneWithHost && isUnknownUser(said)) return null;
    throw toProblem(received, said, clock.now());
  }

  /**
   * Retries once: with a new token if the old one was rejected or lacks a scope, or after a pause if we reached the
   * per-second limit.
   */
  async function sendWithToken(method: Method, path: string, request: Request) {
    await waitForTurn(request.weight ?? 'light');
    const signal = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
    let received = await send(method, path, request, signal);
    const isOldToken =
      received.status === 401 || missingScopeCodes.includes(readRefusal(received.text)?.code ?? 0);
    if (isOldToken) token.drop();
    if (isPerSecondLimit(received)) await pause(perSecondPauseMs);
    if (isOldToken || isPerSecondLimit(received)) {
      received = await send(method, path, request, signal);
    }
    return received;
  }

  async function send(method: Method, path: string, { body, query }: Request, signal: AbortSignal) {
    const search = query ? `?${new URLSearchParams(query)}` : '';
    try {
      const authorization = `Bearer ${(await token.get(signal)).token}`;
      const call = { vendor: 'zoom', call: nameCall(method, path) } as const;
      return await exchange(call, baseUrl + path + search, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal,
      });
    } catch (error) {
      throw toMeetingsProblem(error);
    }
  }
}

function openRateLimit() {
  const nextStart = { light: 0, medium: 0, heavy: 0 };

  return async function waitForTurn(weight: Weight): Promise<void> {
    const now = performance.now();
    const gapMs = 1000 / perSecond[weight];
    const start = Math.max(now - burstMs, nextStart[weight]);
    nextStart[weight] = start + gapMs;
    if (start > now) await pause(start - now);
  };
}

const pathWords = /^(users|meetings|registrants|batch_registrants|report|participants|settings)$/;

function nameCall(method: Method, path: string): string {
  const parts = path.split('/').slice(1);
  return `${method} ${parts.map((part) => `/${pathWords.test(part) ? part : ':id'}`).join('')}`;
}

function unreadable(what: string): MeetingsProblem {
  return new MeetingsProblem('down', `We couldn’t read Zoom’s response: ${what}`);
}

function toMeetingsProblem(error: unknown): MeetingsProblem {
  if (error instanceof MeetingsProblem) return error;
  return new MeetingsProblem('down', describeLoss('Zoom', error as Error));
}

export type ZoomHttp = ReturnType<typeof openZoomHttp>;
