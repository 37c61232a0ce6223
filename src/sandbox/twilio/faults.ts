import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Faults, strike } from '../faults.ts';

interface TwilioFaults extends Faults {
  /** Messages are taken and delivered, but the connection is cut before the answer. */
  losesAnswers?: boolean;
  /** No message reaches its phone, and the portal is told so. */
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
    isUndeliverable: () => current.undeliverable === true,
    strike: (request: FastifyRequest, reply: FastifyReply) => strike(current, request, reply),
  };
}

export type TwilioFaultSwitch = ReturnType<typeof openFaults>;
