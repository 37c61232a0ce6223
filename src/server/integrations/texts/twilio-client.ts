import { z } from 'zod';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { TextMessage, TextSender, Texts } from './port.ts';
import { openTwilioHttp, type TwilioAccount } from './twilio-http.ts';
import { formatReply, parseTwilioWebhook } from './twilio-webhook.ts';

const sent = z.object({ sid: z.string().min(1) });
const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .refine((time) => !Number.isNaN(time));
const message = sent.extend({ body: z.string().nullable(), date_created: instant.nullable() });
const page = z.object({ messages: z.array(message) });

const ownAccount = z.object({ status: z.string(), type: z.string().nullish() });

/** An address counts if Twilio posts to it, because the portal takes nothing else. */
const postedTo = (url: string | null | undefined, method: string | null | undefined) =>
  url && method?.toUpperCase() === 'POST' ? url : '';

const number = z
  .object({
    capabilities: z.object({ sms: z.boolean() }),
    sms_url: z.string().nullish(),
    sms_method: z.string().nullish(),
    /** Has addresses of its own, which then count. */
    sms_application_sid: z.string().nullish(),
  })
  .transform(
    (said): TextSender => ({
      canSendTexts: said.capabilities.sms,
      repliesTo: said.sms_application_sid ? null : postedTo(said.sms_url, said.sms_method),
    }),
  );
const numbers = z
  .object({ incoming_phone_numbers: z.array(number) })
  .transform((said) => said.incoming_phone_numbers);

const service = z
  .object({
    inbound_request_url: z.string().nullish(),
    inbound_method: z.string().nullish(),
    use_inbound_webhook_on_number: z.boolean().nullish(),
  })
  .transform(
    (said): TextSender => ({
      canSendTexts: true,
      repliesTo: said.use_inbound_webhook_on_number
        ? null
        : postedTo(said.inbound_request_url, said.inbound_method),
    }),
  );

/** Clocks differ a little, and Twilio writes whole seconds. */
const clockSkewMs = MINUTE_MS;

export function openTwilio(account: TwilioAccount, clock: Clock): Texts {
  const twilio = openTwilioHttp(account, clock);
  return {
    async send({ to, body, sender }, statusCallbackUrl) {
      const form = {
        To: to,
        Body: body,
        StatusCallback: statusCallbackUrl,
        ...senderField(account, sender),
      };
      return (await twilio.ask('POST', form, sent)).sid;
    },

    /** The newest come first, and nobody gets fifty texts between two tries of a job. */
    async find(to, searchText, since) {
      const { messages } = await twilio.ask('GET', { To: to, PageSize: '50' }, page);
      const earliest = since.getTime() - clockSkewMs;
      const found = messages.find(
        ({ body, date_created: at }) => body?.includes(searchText) && (at ?? 0) >= earliest,
      );
      return found?.sid ?? null;
    },

    parseWebhook: (request) => parseTwilioWebhook(account, request),
    formatReply,

    async findAccount() {
      const { status, type } = await twilio.readAccount(ownAccount);
      return { isActive: status === 'active', isTrial: type === 'Trial' };
    },

    async findSender(sender) {
      const name = account.senders[sender];
      if (isService(name)) return twilio.findService(name, service);
      return (await twilio.listNumbers(name, numbers)).at(0) ?? null;
    },
  };
}

/** A Messaging Service has an id that begins with MG; anything else is a number of its own. */
const isService = (sender: string) => sender.startsWith('MG');

function senderField(
  { senders }: TwilioAccount,
  sender: TextMessage['sender'],
): Record<string, string> {
  const name = senders[sender];
  return isService(name) ? { MessagingServiceSid: name } : { From: name };
}
