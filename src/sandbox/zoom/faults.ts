import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Faults, injectFault, truncateBody } from '../faults.ts';
import type { Tokens } from './tokens.ts';

interface ZoomFaults extends Faults {
  /** In place of all scopes that an app needs, separated by spaces. */
  scope?: string;
  /** In place of a licensed and active user. */
  host?: { type?: 1 | 2; status?: 'active' | 'inactive' | 'pending'; timezone?: string };
  /** Once: revokes every token issued so far. */
  revokeTokens?: boolean;
}

export function openFaults() {
  let current: ZoomFaults = {};
  return {
    scope: () =>
      current.scope ?? 'meeting:write:admin meeting:read:admin report:read:admin user:read:admin',
    host: () => current.host ?? {},

    serveSwitch(app: FastifyInstance, tokens: Tokens) {
      app.get('/zoom/faults', () => current);
      app.post<{ Body: ZoomFaults | null }>('/zoom/faults', ({ body }) => {
        const { revokeTokens, ...faults } = body ?? {};
        if (revokeTokens) tokens.revokeAll();
        current = faults;
        return current;
      });
    },

    injectFault: (request: FastifyRequest, reply: FastifyReply) =>
      injectFault(current, request, reply),
    truncateBody: async (_request: FastifyRequest, _reply: FastifyReply, body: unknown) =>
      truncateBody(current, body),
  };
}

export type FaultSwitch = ReturnType<typeof openFaults>;
