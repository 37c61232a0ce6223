import type { FastifyInstance } from 'fastify';
import { classMessageCalls } from '../../contract/messages.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { classAudience } from './class-audience.ts';
import { previewBroadcast, sendBroadcast } from './send.ts';

export function serveBroadcasts(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  serve(
    app,
    classMessageCalls,
    {
      previewClassMessage: ({ params, body: { audience, ...draft } }) =>
        previewBroadcast(services, classAudience(params.id, audience), draft),

      sendClassMessage: ({ params, body: { audience, ...draft }, person, request }) =>
        sendBroadcast(
          services,
          actorOf(person, request),
          classAudience(params.id, audience),
          draft,
        ),
    },
    context,
  );
}
