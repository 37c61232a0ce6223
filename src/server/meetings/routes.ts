import type { FastifyInstance } from 'fastify';
import { alumniCalls, meetingCalls } from '../../contract/meetings.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { joinClass, listAlumniClasses } from './alumni.ts';
import { giveStartUrl, retryMeeting } from './commands.ts';
import { findOwnMeeting } from './queries.ts';

export function serveMeetings(
  app: FastifyInstance,
  services: VendorServices,
  context: RouteContext,
): void {
  serve(
    app,
    { ...alumniCalls, ...meetingCalls },
    {
      getAlumniClasses: () => listAlumniClasses(services.database, services.clock.now()),

      async joinAlumniClass({ params, person }) {
        const seat = { personId: person.id, classId: params.id };
        return { classId: params.id, zoomJoinUrl: await joinClass(services, seat) };
      },

      getOwnMeeting: ({ params, person }) =>
        findOwnMeeting(services, person.id, params.registrationId),

      async getFreshZoomUrl({ params, person, request }) {
        return { startUrl: await giveStartUrl(services, actorOf(person, request), params.id) };
      },

      async retryMeeting({ params, person, request }) {
        await retryMeeting(services, actorOf(person, request), params.id);
        return { message: 'We’re asking Zoom again.' };
      },
    },
    context,
  );
}
