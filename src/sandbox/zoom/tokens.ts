import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { FaultState, SandboxContext } from '../context.ts';
import { ZoomError } from './replies.ts';

export const zoomAccount = {
  accountId: 'sandbox-account',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-client-secret',
  webhookSecret: 'sandbox-webhook-secret',
};

const lifeSeconds = 3599;

/** Issues server-to-server OAuth tokens. They aren't saved to disk, so the portal gets a new one after a restart. */
export function openTokens({ clock }: SandboxContext) {
  const tokens = new Map<string, { end: number; scopes: string[] }>();
  return {
    serve(app: FastifyInstance, faults: () => FaultState<'zoom'>) {
      app.post<{ Querystring: Record<string, string> }>('/zoom/oauth/token', (request, reply) => {
        const { clientId, clientSecret, accountId } = zoomAccount;
        const refuse = (reason: string, error: string) => reply.status(400).send({ reason, error });
        if (request.headers.authorization !== `Basic ${btoa(`${clientId}:${clientSecret}`)}`) {
          return refuse('Invalid client_id or client_secret', 'invalid_client');
        }
        if (request.query.grant_type !== 'account_credentials') {
          return refuse('unsupported grant type', 'unsupported_grant_type');
        }
        if (request.query.account_id !== accountId) {
          return refuse('Bad Request', 'invalid_request');
        }
        const { scope, namesNoScopes } = faults();
        const token = randomBytes(32).toString('base64url');
        const end = clock.now().getTime() + lifeSeconds * 1000;
        tokens.set(token, { end, scopes: scope.split(' ') });
        return {
          access_token: token,
          token_type: 'bearer',
          expires_in: lifeSeconds,
          ...(!namesNoScopes && { scope }),
          api_url: 'https://api.zoom.us',
        };
      });
    },

    check(header: string | undefined): string[] {
      const found = tokens.get(header?.match(/^Bearer (.+)$/)?.[1] ?? '');
      if (!found) throw new ZoomError(401, 124, 'Invalid access token.');
      if (found.end <= clock.now().getTime()) {
        throw new ZoomError(401, 124, 'Access token is expired.');
      }
      return found.scopes;
    },

    revokeAll: () => tokens.clear(),
  };
}
