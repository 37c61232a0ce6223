import { z } from 'zod';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { TextSender, Texts } from './port.ts';
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

/** Returns an empty URL unless Twilio uses POST, because the portal accepts no other method. */
const postedTo = (url: string | null | undefined, method: string | null | undefined) =>
  url && method?.toUpperCase() === 'POST' ? url : '';

const number = z
  .object({
    capabilities: z.object({ sms: z.boolean() }),
    sms_url: z.string().nullish(),
    sms_method: z.string().nullish(),
    /** If this is set, Twilio ignores the URL above. */
    sms_application_sid: z.string().nullish(),
  })
  .transform(
    (raw): TextSender => ({
      canSendTexts: raw.capabilities.sms,
      registration: null,
      repliesTo: raw.sms_application_sid ? null : postedTo(raw.sms_url, raw.sms_method),
    }),
  );
const numbers = z
  .object({ incoming_phone_numbers: z.array(number) })
  .transform((raw) => raw.incoming_phone_numbers);

/** Short codes are only for texts, so Twilio doesn't list their capabilities. */
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
  .transform((raw) => raw.short_codes);

const longNumbers = z.object({ phone_numbers: z.array(z.object({ phone_number: z.string() })) });
const shortCodes = z.object({ short_codes: z.array(z.unknown()) });
const campaigns = z.object({ compliance: z.array(z.object({ campaign_status: z.string() })) });
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
    (raw): Pick<TextSender, 'repliesTo'> => ({
      repliesTo: raw.use_inbound_webhook_on_number
        ? null
        : postedTo(raw.inbound_request_url, raw.inbound_method),
    }),
  );

const clockSkewMs = MINUTE_MS;

export function openTwilio(account: TwilioAccount, clock: Clock): Texts {
  const twilio = openTwilioHttp(account, clock);
  return {
    adviseOn,

    async send({ to, body, sender, usefulUntil }, statusCallbackUrl) {
      const name = account.senders[sender];
      const form = {
        To: to,
        Body: body,
        StatusCallback: statusCallbackUrl,
        ValidityPeriod: String(validityPeriod(usefulUntil, clock.now())),
        SmartEncoded: 'true',
        [isService(name) ? 'MessagingServiceSid' : 'From']: name,
      };
      return (await twilio.post('/Messages', sent, form)).sid;
    },

    /** Reads only the 50 newest messages, because no one gets more texts than that between two attempts at a job. */
    async find(to, searchText, since) {
      const { messages } = await twilio.get('/Messages', page, { To: to, PageSize: '50' });
      const earliest = since.getTime() - clockSkewMs;
      const found = messages.find(
        ({ body, date_created: at }) => body?.includes(searchText) && (at ?? 0) >= earliest,
      );
      return found?.sid ?? null;
    },

    parseWebhook: (request) => parseTwilioWebhook(account, request),
    formatReply,

    async findAccount() {
      const { status, type } = await twilio.get('', ownAccount);
      return { isActive: status === 'active', isTrial: type === 'Trial' };
    },

    async findSender(sender) {
      const name = account.senders[sender];
      if (isService(name)) return findService(name);
      if (!name.startsWith('+')) return findShortCode(name);
      const query = { PhoneNumber: name };
      return (await twilio.get('/IncomingPhoneNumbers', numbers, query)).at(0) ?? null;
    },
  };

  async function findShortCode(code: string): Promise<TextSender | null> {
    const codes = await twilio.get('/SMS/ShortCodes', ownShortCodes, { ShortCode: code });
    const found = codes.find(({ short_code }) => short_code === code);
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

/** Carriers require a campaign for ordinary US and Canadian numbers, but not for toll-free ones. */
const is10dlc = (number: string) => /^\+1(?!8(00|33|44|55|66|77|88))/.test(number);

const longestValiditySeconds = 36_000;

function validityPeriod(usefulUntil: Date, now: Date): number {
  const seconds = Math.floor((usefulUntil.getTime() - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 1), longestValiditySeconds);
}

const isService = (sender: string) => sender.startsWith('MG');
