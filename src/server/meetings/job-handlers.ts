import type { HandledJob } from '../jobs/define-job.ts';
import type { VendorServices } from '../platform/services.ts';
import { holdMeetings } from './holds.ts';
import { reconcileHandlers } from './reconcile.ts';
import { syncMeetingHandlers } from './sync-meeting.ts';
import { syncRegistrantHandlers } from './sync-registrant.ts';

export function meetingJobHandlers(services: VendorServices): HandledJob[] {
  const deps = { ...services, meetings: holdMeetings(services) };
  return [
    ...syncMeetingHandlers(deps),
    ...syncRegistrantHandlers(deps),
    ...reconcileHandlers(deps),
  ];
}
