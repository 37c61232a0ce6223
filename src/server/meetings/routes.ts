import { meetingCalls } from '../../contract/meetings.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { joinClass, listAlumniClasses } from './alumni.ts';
import { giveStartUrl, retryMeeting } from './commands.ts';
import { findOwnMeeting } from './queries.ts';

export function serveMeetings(services: VendorServices, context: RouteContext): void {
  serve(context, meetingCalls, {
    getAlumniClasses: () => listAlumniClasses(services.database, services.clock.now()),

    async joinAlumniClass({ params, person }) {
      const seat = { personId: person.id, classId: params.id };
      return { classId: params.id, zoomJoinUrl: await joinClass(services, seat) };
    },

    getOwnMeeting: ({ params, person }) =>
      findOwnMeeting(services, person.id, params.registrationId),

    async getFreshZoomUrl({ params, actor }) {
      return { startUrl: await giveStartUrl(services, actor, params.id) };
    },

    retryMeeting: ({ params, actor }) =>
      retryMeeting(services, actor, params.id).then(saying('We’re asking Zoom again.')),
  });
}
