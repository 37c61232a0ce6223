import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeFault, type Faults, injectFault, truncateBody } from '../faults.ts';
import type { Feed } from '../feed.ts';

/** What is not said is as a real account has it, except that the phones here are always quick. */
interface TwilioFaults extends Faults {
  /** Messages are accepted and delivered, but the connection is closed before the answer. */
  losesAnswers?: boolean;
  /** Reports of a message come before the answer to the request that made it. */
  reportsFirst?: boolean;
  /** Reports of a message come in the wrong order. */
  reportsBackwards?: boolean;
  /** Every report of a message comes twice. */
  reportsTwice?: boolean;
  /** How long messages are on their way. What is no longer valid then is not delivered. */
  deliverySeconds?: number;
  /** No message reaches its phone, and the last report of it has this error: 30003, 30005, 30006, 30007, 30034… */
  failsWith?: number;
  /** Where the account may send to, as the beginnings of numbers. */
  countries?: string[];
  /** Addresses for reports on this machine are refused, which is where the portal of a demo or test is. */
  refusesLocalCallbacks?: boolean;
  /** The Messaging Services have no numbers. */
  emptyServices?: boolean;
  /** In place of the one number that each Messaging Service has. */
  serviceNumbers?: string[];
  /** Replies that are a word of the account's Advanced Opt-Out come with an `OptOutType`, Spanish words too. */
  advancedOptOut?: boolean;
  /**
   * Of the campaign that registers the Messaging Services with the carriers; `none` for no campaign. Unless it is
   * VERIFIED, no text from an ordinary number reaches a phone in the United States.
   */
  campaign?: 'VERIFIED' | 'IN_PROGRESS' | 'PENDING' | 'FAILED' | 'none';
  /** In place of an active account that is paid for. */
  account?: { status?: 'active' | 'suspended' | 'closed'; type?: 'Trial' | 'Full' };
  /** In place of what numbers and Messaging Services have. */
  senders?: {
    sms_url?: string;
    sms_method?: string;
    capabilities?: object;
    inbound_request_url?: string;
    inbound_method?: string;
    use_inbound_webhook_on_number?: boolean;
  };
}

interface Options {
  takesLocalCallbacks: boolean;
  feed: Feed;
}

export function openFaults(app: FastifyInstance, options: Options) {
  let current: TwilioFaults = {};
  app.get('/twilio/faults', () => current);
  app.post<{ Body: TwilioFaults | null }>('/twilio/faults', ({ body }) => {
    current = body ?? {};
    return current;
  });
  return {
    losesAnswers: () => current.losesAnswers === true,
    reportsFirst: () => current.reportsFirst === true,
    reportsBackwards: () => current.reportsBackwards === true,
    reportsTwice: () => current.reportsTwice === true,
    serviceNumbers: () => current.serviceNumbers,
    deliverySeconds: () => Number(current.deliverySeconds ?? 0),
    failsWith: () => Number(current.failsWith ?? 0) || null,
    countries: () => current.countries ?? ['+1'],
    takesLocalCallbacks: () =>
      options.takesLocalCallbacks && current.refusesLocalCallbacks !== true,
    hasEmptyServices: () => current.emptyServices === true,
    isAdvancedOptOut: () => current.advancedOptOut === true,
    campaign: () => current.campaign ?? 'VERIFIED',
    account: () => current.account ?? {},
    senders: () => current.senders ?? {},
    injectFault(request: FastifyRequest, reply: FastifyReply) {
      const words = describeFault(current);
      if (words) options.feed.note(`Twilio ${words}`, { isRefusal: true, path: '/vendors#twilio' });
      return injectFault(current, request, reply);
    },
    truncateBody: async (_request: FastifyRequest, _reply: FastifyReply, body: unknown) =>
      truncateBody(current, body),
  };
}

export type TwilioFaultSwitch = ReturnType<typeof openFaults>;
