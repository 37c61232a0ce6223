import type { FastifyInstance } from 'fastify';
import { broadcastCalls } from '../../contract/messages.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { classAudience, groupAudience } from './audiences.ts';
import { broadcastLinks, previewBroadcast, sendBroadcast } from './send.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export function serveBroadcasts(app: FastifyInstance, services: Deps, context: RouteContext): void {
  serve(
    app,
    broadcastCalls,
    {
      previewClassMessage: ({ params, body: { audience, ...draft } }) =>
        previewBroadcast(services, classAudience(params.id, audience), draft),

      async sendClassMessage({ params, body: { audience, ...draft }, person, request }) {
        const to = classAudience(params.id, audience);
        const count = await sendBroadcast(services, actorOf(person, request), to, draft);
        return { message: `Your message is on its way to ${people(count)}.` };
      },

      previewGroupMessage: async ({ body: { audience, ...draft } }) =>
        previewBroadcast(services, groupAudience(services, audience), draft),

      async sendGroupMessage({ body: { audience, ...draft }, person, request }) {
        const to = groupAudience(services, audience);
        const count = await sendBroadcast(services, actorOf(person, request), to, draft);
        return { message: `Your message is on its way to ${people(count)}.` };
      },

      async sendGroupLinks({ body: { audience, key }, person, request }) {
        const to = groupAudience(services, audience);
        const count = await broadcastLinks(services, actorOf(person, request), to, key);
        return { message: `Login links are on their way to ${people(count)}.` };
      },
    },
    context,
  );
}
