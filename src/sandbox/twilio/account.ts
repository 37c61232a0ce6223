import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TwilioContext } from './routes.ts';

export const twilioAccount = {
  accountSid: 'AC00000000000000000000000000005a4d',
  authToken: 'sandbox-auth-token',
  loginSender: 'MG00000000000000000000000000000001',
  reminderSender: 'MG00000000000000000000000000000002',
};

const numbers: Record<string, string> = {
  [twilioAccount.loginSender]: '+12025550190',
  [twilioAccount.reminderSender]: '+12025550191',
};

/** Returns a Messaging Service's phone number, or the sender itself if it's already a number. */
export function numberOf(sender: string): string {
  return numbers[sender] ?? sender;
}

export const services = Object.keys(numbers);
export const ownNumbers = Object.values(numbers);

/** Twilio's API lists short codes separately from phone numbers. */
export const ownShortCodes = ['52525'];

/** Unlike toll-free numbers and short codes, 10DLC numbers need a campaign that is registered with US carriers. */
export function is10dlc(number: string): boolean {
  return /^\+1(?!8(00|33|44|55|66|77|88))/.test(number);
}

export function serviceOf(number: string): string | null {
  return services.find((service) => numbers[service] === number) ?? null;
}

export function refuse(reply: FastifyReply, status: number, code: number, message: string) {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return reply.status(status).send({ code, message, status, more_info });
}

/** Responds with 401 to a wrong key and with 404 to another account. Returns undefined if both are right. */
export function refuseStranger(reply: FastifyReply, header: string | undefined, account: string) {
  const { accountSid, authToken } = twilioAccount;
  const expected = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  if (header !== expected) return refuse(reply, 401, 20003, 'Authenticate');
  if (account === accountSid) return undefined;
  return refuse(reply, 404, 20404, `The requested resource /Accounts/${account} was not found`);
}

interface Call {
  Params: { account?: string; sid?: string };
  Querystring: { PhoneNumber?: string; ShortCode?: string };
}

const onlyPage = { page: 0, page_size: 50, next_page_uri: null };
const listOf = (key: string, items: object[]) => ({
  [key]: items,
  meta: { page: 0, page_size: 50, key },
});
const idOf = (number: string) => `PN${number.slice(1).padStart(32, '0')}`;

export function serveAccount(app: FastifyInstance, { faults, repliesUrl }: TwilioContext): void {
  app.get<Call>('/twilio/2010-04-01/Accounts/:account.json', () => ({
    sid: twilioAccount.accountSid,
    friendly_name: 'Sandbox',
    status: 'active',
    type: 'Full',
    ...faults().account,
  }));

  app.get<Call>('/twilio/2010-04-01/Accounts/:account/IncomingPhoneNumbers.json', ({ query }) => {
    const wanted = query.PhoneNumber;
    const found = ownNumbers.filter((number) => wanted === undefined || number === wanted);
    const incoming_phone_numbers = found.map((phone_number) => ({
      sid: idOf(phone_number),
      account_sid: twilioAccount.accountSid,
      phone_number,
      capabilities: { voice: true, sms: true, mms: true, fax: false },
      sms_url: repliesUrl,
      sms_method: 'POST',
      sms_application_sid: '',
      ...faults().senders,
    }));
    return { incoming_phone_numbers, ...onlyPage };
  });

  app.get<Call>('/twilio/2010-04-01/Accounts/:account/SMS/ShortCodes.json', ({ query }) => {
    const found = ownShortCodes.filter((code) => code.includes(query.ShortCode ?? ''));
    const short_codes = found.map((short_code) => ({
      sid: `SC${short_code.padStart(32, '0')}`,
      account_sid: twilioAccount.accountSid,
      short_code,
      friendly_name: short_code,
      sms_url: repliesUrl,
      sms_method: 'POST',
    }));
    return { short_codes, ...onlyPage };
  });

  app.get<Call>('/twilio/messaging/v1/Services/:sid', ({ params }, reply) => {
    const { sid = '' } = params;
    if (!services.includes(sid)) {
      return refuse(reply, 404, 20404, `The requested resource /Services/${sid} was not found`);
    }
    return {
      sid,
      account_sid: twilioAccount.accountSid,
      friendly_name: 'Sandbox',
      inbound_request_url: repliesUrl,
      inbound_method: 'POST',
      use_inbound_webhook_on_number: false,
      smart_encoding: true,
      validity_period: 36000,
      us_app_to_person_registered: faults().campaign !== 'none',
      ...faults().senders,
    };
  });

  app.get<Call>('/twilio/messaging/v1/Services/:sid/PhoneNumbers', ({ params }) => {
    const { sid = '' } = params;
    const { emptyServices, serviceNumbers } = faults();
    const numbers = emptyServices ? [] : (serviceNumbers ?? [numberOf(sid)]);
    const phone_numbers = numbers.map((phone_number) => ({
      sid: idOf(phone_number),
      service_sid: sid,
      phone_number,
      country_code: 'US',
      capabilities: ['SMS', 'MMS', 'Voice'],
    }));
    return listOf('phone_numbers', phone_numbers);
  });

  app.get<Call>('/twilio/messaging/v1/Services/:sid/ShortCodes', () => listOf('short_codes', []));

  app.get<Call>('/twilio/messaging/v1/Services/:sid/Compliance/Usa2p', ({ params }) => {
    const campaign_status = faults().campaign;
    const campaign = { sid: `QE${params.sid?.slice(2)}`, messaging_service_sid: params.sid };
    const compliance = campaign_status === 'none' ? [] : [{ ...campaign, campaign_status }];
    return listOf('compliance', compliance);
  });
}
