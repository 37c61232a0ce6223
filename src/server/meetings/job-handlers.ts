import type { HandledJob } from '../jobs/define-job.ts';
import type { Services } from '../platform/services.ts';
import { checkRegistrantsHandlers } from './check-registrants.ts';
import { openPauses, withPauses } from './pauses.ts';
import { reconcileHandlers } from './reconcile.ts';
import { syncMeetingHandlers } from './sync-meeting.ts';
import { syncRegistrantHandlers } from './sync-registrant.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'meetings' | 'settings'>;

export function meetingJobHandlers(services: Deps): HandledJob[] {
  const pauses = openPauses(services);
  const deps = { ...services, pauses, meetings: withPauses(services.meetings, pauses) };
  return [
    ...syncMeetingHandlers(deps),
    ...syncRegistrantHandlers(deps),
    ...checkRegistrantsHandlers(deps),
    ...reconcileHandlers(deps),
  ];
}
