import type { FastifyInstance } from 'fastify';
import { dropConnection } from '../faults.ts';
import { numberOf, twilioAccount } from './account.ts';
import type { TwilioContext } from './context.ts';
import { isKnown, refuse } from './refusal.ts';
import type { Text } from './store.ts';

type Form = Record<string, string | undefined>;
interface OfAccount {
  Params: { account: string; sid?: string };
  Body: Form | null;
  Querystring: { To?: string; PageSize?: string };
}

const longestBody = 1600;
/** Twilio's own example of a number that does not exist. */
const unknownNumber = '+15005550001';
const path = '/twilio/2010-04-01/Accounts/:account';

/** Twilio's Messages API: create, read and list. */
export function serveMessages(app: FastifyInstance, context: TwilioContext): void {
  const { store, clock, faults } = context;

  app.addHook<OfAccount>('onRequest', async ({ headers, params }, reply) => {
    if (!isKnown(headers.authorization, params.account)) {
      return refuse(reply, 401, 20003, 'Authenticate');
    }
  });

  app.post<OfAccount>(`${path}/Messages.json`, (request, reply) => {
    const form = request.body ?? {};
    const problem = findProblem(form);
    if (problem) return refuse(reply, 400, ...problem);
    const { To = '', Body = '', From, MessagingServiceSid, StatusCallback = null } = form;
    const sender = MessagingServiceSid ?? From ?? '';
    if (store.hasOptedOut(To, numberOf(sender))) {
      return refuse(reply, 400, 21610, 'Attempt to send to unsubscribed recipient');
    }
    const text = store.save({
      direction: 'outbound-api',
      from: numberOf(sender),
      to: To,
      body: Body,
      status: MessagingServiceSid ? 'accepted' : 'queued',
      errorCode: null,
      service: MessagingServiceSid ?? null,
      statusCallback: StatusCallback,
      at: clock.now().toISOString(),
    });
    context.deliver(text);
    if (faults.losesAnswers()) return dropConnection(request, reply);
    return reply.status(201).send(describe(text));
  });

  app.get<OfAccount>(`${path}/Messages.json`, ({ query }) => {
    const size = Number(query.PageSize ?? 50);
    const wanted = store.newestFirst().filter(({ to }) => !query.To || to === query.To);
    const messages = wanted.slice(0, size).map(describe);
    return { messages, page: 0, page_size: size, next_page_uri: null };
  });

  app.get<OfAccount>(`${path}/Messages/:sid.json`, ({ params }, reply) => {
    const text = store.find(params.sid ?? '');
    return text
      ? describe(text)
      : refuse(reply, 404, 20404, 'The requested resource was not found');
  });
}

function findProblem({ To, Body, From, MessagingServiceSid }: Form): [number, string] | undefined {
  if (!To) return [21604, "A 'To' phone number is required."];
  if (!/^\+[1-9]\d{6,14}$/.test(To) || To === unknownNumber)
    return [21211, `Invalid 'To' Phone Number: ${To}`];
  if (!From && !MessagingServiceSid) return [21603, "A 'From' phone number is required."];
  if (!Body) return [21602, 'Message body is required.'];
  if (Body.length > longestBody) {
    return [21617, 'The concatenated message body exceeds the 1600 character limit.'];
  }
  return undefined;
}

/** Times in Twilio's answers are written as in mails. */
function describe({ sid, direction, from, to, body, status, errorCode, service, at }: Text) {
  const date = new Date(at).toUTCString().replace('GMT', '+0000');
  const uri = `/2010-04-01/Accounts/${twilioAccount.sid}/Messages/${sid}`;
  const isUnderway = status === 'accepted' || status === 'queued';
  return {
    sid,
    account_sid: twilioAccount.sid,
    messaging_service_sid: service,
    from: isUnderway && service ? null : from,
    to,
    body,
    status,
    direction,
    num_segments: String(Math.ceil(body.length / 160)),
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
