import { attendanceCalls } from '../../contract/attendance.ts';
import { type RouteContext, serve } from '../http/serve.ts';
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

    async markHeld({ params, actor }) {
      await markHeld(services, actor, params.id);
      return { message: 'Marked as held' };
    },

    async retryReports({ actor }) {
      await retryReports(services, actor);
      return { message: 'We’re asking Zoom again.' };
    },
  });
}
