import type { FastifyInstance } from 'fastify';
import { attendanceCalls } from '../../contract/attendance.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { correctAttendance, retryReports } from './commands.ts';
import { markHeld } from './held-classes.ts';
import { listAttendance } from './queries.ts';
import { mountMeetingWebhook } from './webhook.ts';

export function serveAttendance(
  app: FastifyInstance,
  services: VendorServices,
  context: RouteContext,
): void {
  mountMeetingWebhook(app, services);
  serve(
    app,
    attendanceCalls,
    {
      getAttendance: ({ person }) => listAttendance(services.database, person.id),

      async correctAttendance({ params, body, version, person, request }) {
        const corrections = [{ ...body, personId: params.personId, version }];
        await correctAttendance(services, actorOf(person, request), params.id, corrections);
        return { message: 'Attendance corrected' };
      },

      async markAttendance({ params, body: { reason, people }, person, request }) {
        const corrections = people.map((mark) => ({ ...mark, reason }));
        await correctAttendance(services, actorOf(person, request), params.id, corrections);
        return { message: 'Attendance saved' };
      },

      async markHeld({ params, person, request }) {
        await markHeld(services, actorOf(person, request), params.id);
        return { message: 'Marked as held' };
      },

      async retryReports({ person, request }) {
        await retryReports(services, actorOf(person, request));
        return { message: 'We’re asking Zoom again.' };
      },
    },
    context,
  );
}
