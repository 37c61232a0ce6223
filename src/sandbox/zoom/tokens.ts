import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { ZoomError } from './refusal.ts';

export const zoomAccount = {
  accountId: 'sandbox-account',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-client-secret',
  webhookSecret: 'sandbox-webhook-secret',
};

const lifeSeconds = 3599;

/** Server-to-server OAuth. Tokens are not on disk: after a restart the portal asks for a new one. */
export function openTokens(clock: SandboxClock) {
  const ends = new Map<string, number>();
  return {
    serve(app: FastifyInstance, scope: () => string) {
      app.post<{ Querystring: Record<string, string> }>('/zoom/oauth/token', (request, reply) => {
        const { clientId, clientSecret, accountId } = zoomAccount;
        const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
        const refuse = (reason: string, error: string) => reply.status(400).send({ reason, error });
        if (!isSame(request.headers.authorization, `Basic ${basic}`)) {
          return refuse('Invalid client_id or client_secret', 'invalid_client');
        }
        if (request.query.grant_type !== 'account_credentials') {
          return refuse('unsupported grant type', 'unsupported_grant_type');
        }
        if (request.query.account_id !== accountId) {
          return refuse('Bad Request', 'invalid_request');
        }
        const token = randomBytes(32).toString('base64url');
        ends.set(token, clock.now().getTime() + lifeSeconds * 1000);
        return {
          access_token: token,
          token_type: 'bearer',
          expires_in: lifeSeconds,
          scope: scope(),
          api_url: 'https://api.zoom.us',
        };
      });
    },

    check(header: string | undefined) {
      const end = ends.get(header?.match(/^Bearer (.+)$/)?.[1] ?? '');
      if (end === undefined) throw new ZoomError(401, 124, 'Invalid access token.');
      if (end <= clock.now().getTime()) {
        throw new ZoomError(401, 124, 'Access token is expired.');
      }
    },

    revokeAll: () => ends.clear(),
  };
}

export type Tokens = ReturnType<typeof openTokens>;

function isSame(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
