import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from './tokens.ts';

/** What is to go wrong with every call until it is switched off by an empty `{}`. */
interface Faults {
  delayMs?: number;
  status?: 429 | 500;
  /** Seconds, told with the status. */
  retryAfter?: number;
  /** Connections are cut. */
  down?: boolean;
  /** Reports of meetings that have ended are not ready yet. */
  reportsLate?: boolean;
  /** Once: all tokens that are out are worth nothing. */
  revokeTokens?: boolean;
}

export function openFaults() {
  let current: Faults = {};
  return {
    areReportsLate: () => current.reportsLate === true,

    serveSwitch(app: FastifyInstance, tokens: Tokens) {
      app.get('/zoom/faults', () => current);
      app.post<{ Body: Faults | null }>('/zoom/faults', ({ body }) => {
        const { revokeTokens, ...faults } = body ?? {};
        if (revokeTokens) tokens.revokeAll();
        current = faults;
        return current;
      });
    },

    async strike(request: FastifyRequest, reply: FastifyReply) {
      const { delayMs, status, retryAfter, down } = current;
      if (delayMs) await pause(delayMs);
      if (down) {
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      if (!status) return undefined;
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      return reply.status(status).send({ code: status, message: 'The sandbox was told to fail.' });
    },
  };
}

export type FaultSwitch = ReturnType<typeof openFaults>;
