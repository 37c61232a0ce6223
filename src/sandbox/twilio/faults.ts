import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Faults, injectFault, truncateBody } from '../faults.ts';

interface TwilioFaults extends Faults {
  /** Messages are accepted and delivered, but the connection is closed before the answer. */
  losesAnswers?: boolean;
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
  /** No message reaches its phone, and the status callback says so. */
  undeliverable?: boolean;
}

export function openFaults(app: FastifyInstance) {
  let current: TwilioFaults = {};
  app.get('/twilio/faults', () => current);
  app.post<{ Body: TwilioFaults | null }>('/twilio/faults', ({ body }) => {
    current = body ?? {};
    return current;
  });
  return {
    losesAnswers: () => current.losesAnswers === true,
    account: () => current.account ?? {},
    senders: () => current.senders ?? {},
    isUndeliverable: () => current.undeliverable === true,
    injectFault: (request: FastifyRequest, reply: FastifyReply) =>
      injectFault(current, request, reply),
    truncateBody: async (_request: FastifyRequest, _reply: FastifyReply, body: unknown) =>
      truncateBody(current, body),
  };
}

export type TwilioFaultSwitch = ReturnType<typeof openFaults>;
