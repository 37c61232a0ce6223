import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { measureHttp } from '../../platform/metrics.ts';
import { readAnswer, readJson } from '../read-answer.ts';
import { readRetryAfter } from '../retry-after.ts';
import { type TextMessage, TextProblem } from './port.ts';
import { problemOf } from './twilio-errors.ts';

export interface TwilioAccount {
  baseUrl: string;
  /** Of the API for Messaging Services. */
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

/** How Twilio itself says no; a proxy's page is not of this form. */
const refusal = z.object({ code: z.number() });

/** One question to Twilio: an answer, or a `TextProblem`. */
export function openTwilioHttp(account: TwilioAccount, clock: Clock) {
  const { baseUrl, accountSid, authToken } = account;
  const accountUrl = `${baseUrl}/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    /** About messages. */
    async ask<Answer>(
      method: 'GET' | 'POST',
      fields: Fields,
      schema: z.ZodType<Answer>,
    ): Promise<Answer> {
      const form = new URLSearchParams(fields);
      const url = `${accountUrl}/Messages.json`;
      return method === 'GET' ? exchange(`${url}?${form}`, schema) : exchange(url, schema, form);
    },

    readAccount: <Answer>(schema: z.ZodType<Answer>) => exchange(`${accountUrl}.json`, schema),

    listNumbers<Answer>(number: string, schema: z.ZodType<Answer>) {
      const query = new URLSearchParams({ PhoneNumber: number });
      return exchange(`${accountUrl}/IncomingPhoneNumbers.json?${query}`, schema);
    },

    listShortCodes<Answer>(code: string, schema: z.ZodType<Answer>) {
      const query = new URLSearchParams({ ShortCode: code });
      return exchange(`${accountUrl}/SMS/ShortCodes.json?${query}`, schema);
    },

    /** A Messaging Service, or with `part` what belongs to it. Null when Twilio says that there is none. */
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

  /** Posts the form, if there is one. */
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
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      });
    } catch (error) {
      throw unreachable(error as Error);
    }
  }
}

const pathWords = [
  'Accounts',
  'Messages',
  'IncomingPhoneNumbers',
  'SMS',
  'ShortCodes',
  'Services',
  'PhoneNumbers',
];

/** `POST /Accounts/:id/Messages`: what comes before these words is the API's version, between them are ids. */
function nameCall(method: string, url: string): string {
  const path = new URL(url).pathname.replace(/\.json$/, '').split('/');
  const parts = path.slice(path.findIndex((part) => pathWords.includes(part)));
  return `${method} ${parts.map((part) => `/${pathWords.includes(part) ? part : ':id'}`).join('')}`;
}

const codeOf = ({ text }: Received) => refusal.safeParse(readJson(text)).data?.code;

function unreadable(what: string): TextProblem {
  return new TextProblem('down', `Twilio’s answer cannot be read: ${what}`);
}

function unreachable(error: Error): TextProblem {
  if (error.name === 'TimeoutError') {
    return new TextProblem('down', 'Twilio did not answer in time');
  }
  const cause = error.cause instanceof Error ? error.cause.message : 'the connection was lost';
  return new TextProblem('down', `Twilio cannot be reached: ${cause}`);
}
