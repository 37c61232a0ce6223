import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { measureHttp } from '../../platform/metrics.ts';
import { readAnswer, readJson, readRetryAfter } from '../read-answer.ts';
import { type TextMessage, TextProblem } from './port.ts';
import { problemOf } from './twilio-errors.ts';

export interface TwilioAccount {
  baseUrl: string;
  messagingUrl: string;
  accountSid: string;
  authToken: string;
  senders: Record<TextMessage['sender'], string>;
}

type Fields = Record<string, string>;

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

const timeoutMs = 15_000;
const notFound = 20404;

const refusal = z.object({ code: z.number() });

export function openTwilioHttp(account: TwilioAccount, clock: Clock) {
  const { baseUrl, accountSid, authToken } = account;
  const accountUrl = `${baseUrl}/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    get<Answer>(path: string, schema: z.ZodType<Answer>, query: Fields = {}) {
      const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
      return exchange(`${accountUrl}${path}.json${search}`, schema);
    },

    post: <Answer>(path: string, schema: z.ZodType<Answer>, form: Fields) =>
      exchange(`${accountUrl}${path}.json`, schema, new URLSearchParams(form)),

    async findService<Answer>(
      id: string,
      schema: z.ZodType<Answer>,
      part = '',
    ): Promise<Answer | null> {
      const url = `${account.messagingUrl}/v1/Services/${encodeURIComponent(id)}${part}`;
      const received = await send(url);
      return codeOf(received) === notFound ? null : read(received, schema);
    },
  };

  async function exchange<Answer>(url: string, schema: z.ZodType<Answer>, form?: URLSearchParams) {
    return read(await send(url, form), schema);
  }

  function read<Answer>(received: Received, schema: z.ZodType<Answer>): Answer {
    const { status, headers, text } = received;
    if (status >= 200 && status < 300) return readAnswer(schema, text, unreadable);
    const retryAfterSeconds = readRetryAfter(headers, clock.now());
    throw problemOf({ status, code: codeOf(received), retryAfterSeconds });
  }

  async function send(url: string, form?: URLSearchParams): Promise<Received> {
    try {
      const method = form ? 'POST' : 'GET';
      return await measureHttp({ vendor: 'twilio', call: nameCall(method, url) }, async () => {
        const answer = await fetch(url, {
          method,
          headers: { authorization, accept: 'application/json' },
          ...(form && { body: form }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      });
    } catch (error) {
      throw unreachable(error as Error);
    }
  }
}

const pathWords = /^(Accounts|Messages|IncomingPhoneNumbers|SMS|ShortCodes|Services|PhoneNumbers)$/;

function nameCall(method: string, url: string): string {
  const path = new URL(url).pathname.replace(/\.json$/, '').split('/');
  const parts = path.slice(path.findIndex((part) => pathWords.test(part)));
  return `${method} ${parts.map((part) => `/${pathWords.test(part) ? part : ':id'}`).join('')}`;
}

const codeOf = ({ text }: Received) => refusal.safeParse(readJson(text)).data?.code;

function unreadable(what: string): TextProblem {
  return new TextProblem('down', `We couldn’t read Twilio’s response: ${what}`);
}

function unreachable(error: Error): TextProblem {
  if (error.name === 'TimeoutError') {
    return new TextProblem('down', 'Twilio didn’t respond in time');
  }
  const cause = error.cause instanceof Error ? error.cause.message : 'the connection was lost';
  return new TextProblem('down', `We can’t reach Twilio: ${cause}`);
}
