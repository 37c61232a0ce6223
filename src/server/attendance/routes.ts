import { attendanceCalls } from '../../contract/attendance.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import type { VendorServices } from '../platform/services.ts';
import { correctAttendance, retryReports } from './commands.ts';
import { markHeld } from './held-classes.ts';
import { listAttendance } from './queries.ts';
import { mountMeetingWebhook } from './webhook.ts';

export function serveAttendance(services: VendorServices, context: RouteContext): void {
  mountMeetingWebhook(context.app, services);
  serve(context, attendanceCalls, {
    getAttendance: ({ person }) => listAttendance(services.database, person.id),

    async correctAttendance({ params, body, version, actor }) {
      const corrections = [{ ...body, personId: params.personId, version }];
      await correctAttendance(services, actor, params.id, corrections);
      return { message: 'Attendance corrected' };
    },

    async markAttendance({ params, body: { reason, people }, actor }) {
      const corrections = people.map((mark) => ({ ...mark, reason }));
      await correctAttendance(services, actor, params.id, corrections);
      return { message: 'Attendance saved' };
    },

    markHeld: ({ params, actor }) =>
      markHeld(services, actor, params.id).then(saying('Class marked as held')),

    retryReports: ({ actor }) =>
      retryReports(services, actor).then(saying('We’re asking Zoom again.')),
  });
}
