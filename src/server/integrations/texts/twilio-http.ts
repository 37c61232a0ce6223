import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  describeLoss,
  exchange,
  isSuccess,
  type Received,
  readAnswer,
  readJson,
  readRetryAfter,
} from '../read-answer.ts';
import { TextProblem } from './port.ts';
import { problemOf } from './twilio-errors.ts';

export type TwilioAccount = Omit<Settings['texts'], 'countries' | 'perDay'>;

type Fields = Record<string, string>;

const timeoutMs = 15_000;
const notFound = 20404;

const refusal = z.object({ code: z.number() });

export function openTwilioHttp(account: TwilioAccount, clock: Clock) {
  const { baseUrl, accountSid, authToken } = account;
  const accountUrl = `${baseUrl}/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    async get<Answer>(path: string, schema: z.ZodType<Answer>, query: Fields = {}) {
      const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
      return read(await send(`${accountUrl}${path}.json${search}`), schema);
    },

    async post<Answer>(path: string, schema: z.ZodType<Answer>, form: Fields) {
      return read(await send(`${accountUrl}${path}.json`, new URLSearchParams(form)), schema);
    },

    async findService<Answer>(id: string, schema: z.ZodType<Answer>, part = '') {
      const url = `${account.messagingUrl}/v1/Services/${encodeURIComponent(id)}${part}`;
      const received = await send(url);
      return codeOf(received) === notFound ? null : read(received, schema);
    },
  };

  function read<Answer>(received: Received, schema: z.ZodType<Answer>): Answer {
    const { status, headers, text } = received;
    if (isSuccess(received)) return readAnswer(schema, text, unreadable);
    const retryAfterSeconds = readRetryAfter(headers, clock.now());
    throw problemOf({ status, code: codeOf(received), retryAfterSeconds });
  }

  function send(url: string, form?: URLSearchParams): Promise<Received> {
    const method = form ? 'POST' : 'GET';
    return exchange({ vendor: 'twilio', call: nameCall(method, url) }, url, {
      method,
      headers: { authorization },
      ...(form && { body: form }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error) => {
      throw new TextProblem('down', describeLoss('Twilio', error));
    });
  }
}

const pathWords =
  /^(Accounts|Messages|IncomingPhoneNumbers|SMS|ShortCodes|Services|PhoneNumbers|Compliance|Usa2p)$/;

function nameCall(method: string, url: string): string {
  const path = new URL(url).pathname.replace(/\.json$/, '').split('/');
  const parts = path.slice(path.findIndex((part) => pathWords.test(part)));
  return `${method} ${parts.map((part) => `/${pathWords.test(part) ? part : ':id'}`).join('')}`;
}

const codeOf = ({ text }: Received) => refusal.safeParse(readJson(text)).data?.code;

function unreadable(what: string): TextProblem {
  return new TextProblem('down', `We couldn’t read Twilio’s response: ${what}`);
}
