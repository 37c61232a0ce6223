import type { FastifyInstance } from 'fastify';
import { classMessageCalls } from '../../contract/class-messages.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { sendClassMessage } from './commands.ts';
import { previewMessage } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveClassMessages(
  app: FastifyInstance,
  services: Deps,
  context: RouteContext,
): void {
  serve(
    app,
    classMessageCalls,
    {
      previewClassMessage: ({ params, body }) => previewMessage(services, params.id, body),

      async sendClassMessage({ params, body, person, request }) {
        const count = await sendClassMessage(services, actorOf(person, request), params.id, body);
        return { message: `The message goes to ${count === 1 ? '1 person' : `${count} people`}.` };
      },
    },
    context,
  );
}
