import { z } from 'zod';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { TextMessage, TextSender, Texts } from './port.ts';
import { adviseOn } from './twilio-errors.ts';
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
      registration: null,
      repliesTo: said.sms_application_sid ? null : postedTo(said.sms_url, said.sms_method),
    }),
  );
const numbers = z
  .object({ incoming_phone_numbers: z.array(number) })
  .transform((said) => said.incoming_phone_numbers);

/** Short codes do nothing but texts, so Twilio says nothing of what they can do. */
const ownShortCodes = z
  .object({
    short_codes: z.array(
      z.object({
        short_code: z.string(),
        sms_url: z.string().nullish(),
        sms_method: z.string().nullish(),
      }),
    ),
  })
  .transform((said) => said.short_codes);

const longNumbers = z.object({ phone_numbers: z.array(z.object({ phone_number: z.string() })) });
const shortCodes = z.object({ short_codes: z.array(z.unknown()) });
const campaigns = z.object({ compliance: z.array(z.object({ campaign_status: z.string() })) });
/** Each Messaging Service has one campaign at most. */
const registrations: Record<string, TextSender['registration']> = {
  VERIFIED: 'approved',
  FAILED: 'refused',
  SUSPENDED: 'refused',
};

const service = z
  .object({
    inbound_request_url: z.string().nullish(),
    inbound_method: z.string().nullish(),
    use_inbound_webhook_on_number: z.boolean().nullish(),
  })
  .transform(
    (said): Pick<TextSender, 'repliesTo'> => ({
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
    adviseOn,

    async send({ to, body, sender, usefulUntil }, statusCallbackUrl) {
      const form = {
        To: to,
        Body: body,
        StatusCallback: statusCallbackUrl,
        ValidityPeriod: String(validityPeriod(usefulUntil, clock.now())),
        SmartEncoded: 'true',
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
      if (isService(name)) return findService(name);
      if (!name.startsWith('+')) return findShortCode(name);
      return (await twilio.listNumbers(name, numbers)).at(0) ?? null;
    },
  };

  async function findShortCode(code: string): Promise<TextSender | null> {
    const found = (await twilio.listShortCodes(code, ownShortCodes)).find(
      ({ short_code }) => short_code === code,
    );
    if (!found) return null;
    const repliesTo = postedTo(found.sms_url, found.sms_method);
    return { canSendTexts: true, registration: null, repliesTo };
  }

  async function findService(id: string): Promise<TextSender | null> {
    const found = await twilio.findService(id, service);
    if (!found) return null;
    const [numbers, codes, registered] = await Promise.all([
      twilio.findService(id, longNumbers, '/PhoneNumbers'),
      twilio.findService(id, shortCodes, '/ShortCodes'),
      twilio.findService(id, campaigns, '/Compliance/Usa2p'),
    ]);
    const senders = [...(numbers?.phone_numbers ?? []), ...(codes?.short_codes ?? [])];
    const status = registered?.compliance.at(0)?.campaign_status;
    const needsCampaign = numbers?.phone_numbers.some(({ phone_number }) => is10dlc(phone_number));
    const withoutCampaign = needsCampaign ? 'missing' : null;
    const registration = status ? (registrations[status] ?? 'under review') : withoutCampaign;
    return { ...found, canSendTexts: senders.length > 0, registration };
  }
}

/** An ordinary number of the US or Canada. Carriers ask for a campaign of these only, not of toll-free numbers. */
const is10dlc = (number: string) => /^\+1(?!8(00|33|44|55|66|77|88))/.test(number);

/** What Twilio takes, in seconds. */
const longestValidity = 36_000;

function validityPeriod(usefulUntil: Date, now: Date): number {
  const seconds = Math.floor((usefulUntil.getTime() - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 1), longestValidity);
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
