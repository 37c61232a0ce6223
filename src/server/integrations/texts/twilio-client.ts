import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Texter, TextMessage } from './port.ts';
import { openTwilioHttp } from './twilio-http.ts';
import { answerWith, readTwilioNews } from './twilio-news.ts';

export interface TwilioAccount {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  senders: Record<TextMessage['sender'], string>;
}

const message = z.object({
  sid: z.string(),
  body: z.string().nullable(),
  date_created: z.string().nullable(),
});
const page = z.object({ messages: z.array(message) });

/** Clocks differ a little, and Twilio writes whole seconds. */
const slackMs = 60_000;

export function openTwilio(account: TwilioAccount, clock: Clock): Texter {
  const ask = openTwilioHttp(account, clock);
  return {
    async send({ to, body, sender }, toldAt) {
      const form = { To: to, Body: body, StatusCallback: toldAt, ...senderField(account, sender) };
      return message.pick({ sid: true }).parse(await ask('POST', form)).sid;
    },

    /** The newest come first, and nobody gets fifty texts between two tries of a job. */
    async find(to, words, since) {
      const { messages } = page.parse(await ask('GET', { To: to, PageSize: '50' }));
      const earliest = since.getTime() - slackMs;
      const found = messages.find(
        ({ body, date_created }) =>
          body?.includes(words) && Date.parse(date_created ?? '') >= earliest,
      );
      return found?.sid ?? null;
    },

    readNews: (address, signature, form) => readTwilioNews(account, address, signature, form),
    answerWith,
  };
}

/** A Messaging Service has an id that begins with MG; anything else is a number of its own. */
function senderField(
  { senders }: TwilioAccount,
  sender: TextMessage['sender'],
): Record<string, string> {
  const name = senders[sender];
  return name.startsWith('MG') ? { MessagingServiceSid: name } : { From: name };
}
