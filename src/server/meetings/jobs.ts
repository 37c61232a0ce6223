import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import type { Meetings } from '../integrations/meetings/port.ts';
import type { HandledJob, Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { attendanceJobs } from './attendance-jobs.ts';
import { meetingJobs } from './meeting-jobs.ts';
import { reconciliationJobs } from './reconciliation.ts';
import { registrantJobs } from './registrant-jobs.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  meetings: Meetings;
  settings: Settings;
}

export function jobsOfMeetings(parts: Parts): HandledJob[] {
  return [
    ...meetingJobs(parts),
    ...registrantJobs(parts),
    ...attendanceJobs(parts),
    ...reconciliationJobs(parts),
  ];
}
