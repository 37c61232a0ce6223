import type { FastifyInstance } from 'fastify';
import { meetingCalls } from '../../contract/meetings.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { giveStartUrl, retryMeeting } from './commands.ts';
import { findOwnMeeting } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'meetings' | 'settings'>;

export function serveMeetings(app: FastifyInstance, services: Deps, context: RouteContext): void {
  serve(
    app,
    meetingCalls,
    {
      getOwnMeeting: ({ params, person }) =>
        findOwnMeeting(services, person.id, params.registrationId),

      async getFreshZoomUrl({ params, person, request }) {
        return { startUrl: await giveStartUrl(services, actorOf(person, request), params.id) };
      },

      async retryMeeting({ params, person, request }) {
        await retryMeeting(services, actorOf(person, request), params.id);
        return { message: 'Zoom is being asked again.' };
      },
    },
    context,
  );
}
