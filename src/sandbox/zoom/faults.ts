import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Faults, strike } from '../faults.ts';
import type { Tokens } from './tokens.ts';

interface ZoomFaults extends Faults {
  /** Reports of meetings that have ended are not ready yet. */
  reportsLate?: boolean;
  /** Once: all tokens that are out are worth nothing. */
  revokeTokens?: boolean;
}

export function openFaults() {
  let current: ZoomFaults = {};
  return {
    areReportsLate: () => current.reportsLate === true,

    serveSwitch(app: FastifyInstance, tokens: Tokens) {
      app.get('/zoom/faults', () => current);
      app.post<{ Body: ZoomFaults | null }>('/zoom/faults', ({ body }) => {
        const { revokeTokens, ...faults } = body ?? {};
        if (revokeTokens) tokens.revokeAll();
        current = faults;
        return current;
      });
    },

    strike: (request: FastifyRequest, reply: FastifyReply) => strike(current, request, reply),
  };
}

export type FaultSwitch = ReturnType<typeof openFaults>;
