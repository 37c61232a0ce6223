import type { FastifyInstance } from 'fastify';
import type { ZoomContext } from './context.ts';

export function serveUsers(app: FastifyInstance, { users }: ZoomContext): void {
  app.get<{ Params: { userId: string } }>('/zoom/v2/users/:userId', ({ params }) =>
    users.find(params.userId),
  );
}
