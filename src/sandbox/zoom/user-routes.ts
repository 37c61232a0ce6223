import type { FastifyInstance } from 'fastify';
import type { ZoomContext } from './context.ts';
import { hostId } from './meeting-routes.ts';
import { ZoomError } from './refusal.ts';

const licensed = 2;
const userScopes = ['user:read:admin', 'user:read:user:admin'];

/** The one user of the account, who hosts all meetings. */
export function serveUsers(app: FastifyInstance, { faults }: ZoomContext): void {
  app.get<{ Params: { userId: string } }>('/zoom/v2/users/:userId', ({ params }) => {
    const granted = faults.scope().split(' ');
    if (!userScopes.some((scope) => granted.includes(scope))) {
      throw new ZoomError(
        400,
        4711,
        `Invalid access token, does not contain scopes:[${userScopes.join(', ')}].`,
      );
    }
    if (!['me', hostId, 'host@sandbox.test'].includes(params.userId)) {
      throw new ZoomError(404, 1001, `User does not exist: ${params.userId}.`);
    }
    return {
      id: hostId,
      email: 'host@sandbox.test',
      first_name: 'Sandbox',
      last_name: 'Host',
      type: licensed,
      status: 'active',
      timezone: 'America/Los_Angeles',
      ...faults.host(),
    };
  });
}
