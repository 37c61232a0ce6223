import type { FastifyInstance, FastifyReply } from 'fastify';
import { dropConnection } from '../faults.ts';
import { numberOf, refuse, twilioAccount } from './account.ts';
import { type Form, findRefusal, longestValidity } from './message-form.ts';
import type { TwilioContext } from './routes.ts';
import { countSegments, encodeSmartly } from './segments.ts';
import type { Text } from './store.ts';

interface OfAccount {
  Params: { account: string };
  Body: Form | null;
  Querystring: { To?: string; PageSize?: string };
}

const listFilters = ['To', 'From', 'DateSent', 'PageSize', 'Page', 'PageToken'];
const path = '/twilio/2010-04-01/Accounts/:account';

export function serveMessages(
  app: FastifyInstance,
  context: TwilioContext,
  deliver: (text: Text) => void,
): void {
  const { store, clock, faults, feed, webhooks } = context;

  app.post<OfAccount>(`${path}/Messages.json`, async (request, reply) => {
    const form = request.body ?? {};
    const { serviceNumbers, reportsFirst, losesAnswers } = faults();
    const refusal = findRefusal(form, faults());
    if (refusal) return refuseText(reply, form, ...refusal);
    const { To = '', From, MessagingServiceSid, StatusCallback = null } = form;
    const { Body = '', SmartEncoded, ValidityPeriod } = form;
    const sender = MessagingServiceSid ?? From ?? '';
    if (store.hasOptedOut(To, numberOf(sender))) {
      return refuseText(reply, form, 21610, 'Attempt to send to unsubscribed recipient');
    }
    const [ownNumber] = (MessagingServiceSid && serviceNumbers) || [];
    const text = store.save({
      direction: 'outbound-api',
      from: ownNumber ?? numberOf(sender),
      to: To,
      body: SmartEncoded === 'true' ? encodeSmartly(Body) : Body,
      status: MessagingServiceSid ? 'accepted' : 'queued',
      errorCode: null,
      service: MessagingServiceSid ?? null,
      statusCallback: StatusCallback,
      validitySeconds: Number(ValidityPeriod ?? longestValidity),
      at: clock.now().toISOString(),
    });
    deliver(text);
    if (reportsFirst) await webhooks.settled();
    if (losesAnswers) return dropConnection(request, reply);
    return reply.status(201).send(toResponse(text));
  });

  app.get<OfAccount>(`${path}/Messages.json`, ({ query }, reply) => {
    const unknown = Object.keys(query).find((name) => !listFilters.includes(name));
    if (unknown) return refuse(reply, 400, 20001, `Unknown parameter: ${unknown}`);
    const size = Number(query.PageSize ?? 50);
    const wanted = store.newestFirst().filter(({ to }) => !query.To || to === query.To);
    const messages = wanted.slice(0, size).map(toResponse);
    return { messages, page: 0, page_size: size, next_page_uri: null };
  });

  function refuseText(reply: FastifyReply, { To = '' }: Form, code: number, message: string) {
    const path = '/vendors#twilio';
    feed.note(`Twilio rejected a text to ${feed.nameOf(To)}: ${message}`, {
      isRefusal: true,
      path,
    });
    return refuse(reply, 400, code, message);
  }
}

/** Formats times as in email headers, like Twilio. */
function toResponse({ sid, direction, from, to, body, status, errorCode, service, at }: Text) {
  const date = new Date(at).toUTCString().replace('GMT', '+0000');
  const uri = `/2010-04-01/Accounts/${twilioAccount.accountSid}/Messages/${sid}`;
  const isUnderway = status === 'accepted' || status === 'queued';
  return {
    sid,
    account_sid: twilioAccount.accountSid,
    messaging_service_sid: service,
    from: isUnderway && service ? null : from,
    to,
    body,
    status,
    direction,
    num_segments: String(countSegments(body)),
    num_media: '0',
    error_code: errorCode,
    error_message: null,
    price: null,
    price_unit: 'USD',
    date_created: date,
    date_updated: date,
    date_sent: isUnderway ? null : date,
    api_version: '2010-04-01',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}
