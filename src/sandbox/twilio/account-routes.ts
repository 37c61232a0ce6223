import type { FastifyInstance } from 'fastify';
import { ownNumbers, services, twilioAccount } from './account.ts';
import type { TwilioContext } from './context.ts';
import { isKnown, refuse } from './refusal.ts';

interface Call {
  Params: { account?: string; sid?: string };
  Querystring: { PhoneNumber?: string };
}

/** The account, its numbers and its Messaging Services: to be read only. */
export function serveAccount(
  app: FastifyInstance,
  { faults }: Pick<TwilioContext, 'faults'>,
  repliesUrl: string,
): void {
  app.addHook<Call>('onRequest', async ({ headers, params }, reply) => {
    if (!isKnown(headers.authorization, params.account ?? twilioAccount.sid)) {
      return refuse(reply, 401, 20003, 'Authenticate');
    }
  });

  app.get<Call>('/twilio/2010-04-01/Accounts/:account.json', () => ({
    sid: twilioAccount.sid,
    friendly_name: 'Sandbox',
    status: 'active',
    type: 'Full',
    ...faults.account(),
  }));

  app.get<Call>('/twilio/2010-04-01/Accounts/:account/IncomingPhoneNumbers.json', ({ query }) => {
    const wanted = query.PhoneNumber;
    const found = ownNumbers.filter((number) => wanted === undefined || number === wanted);
    const incoming_phone_numbers = found.map((phone_number) => ({
      sid: `PN${phone_number.slice(1).padStart(32, '0')}`,
      account_sid: twilioAccount.sid,
      phone_number,
      capabilities: { voice: true, sms: true, mms: true, fax: false },
      sms_url: repliesUrl,
      sms_method: 'POST',
      sms_application_sid: '',
      ...faults.senders(),
    }));
    return { incoming_phone_numbers, page: 0, page_size: 50, next_page_uri: null };
  });

  app.get<Call>('/twilio/messaging/v1/Services/:sid', ({ params }, reply) => {
    const { sid = '' } = params;
    if (!services.includes(sid)) {
      return refuse(reply, 404, 20404, `The requested resource /Services/${sid} was not found`);
    }
    return {
      sid,
      account_sid: twilioAccount.sid,
      friendly_name: 'Sandbox',
      inbound_request_url: repliesUrl,
      inbound_method: 'POST',
      use_inbound_webhook_on_number: false,
      ...faults.senders(),
    };
  });
}
