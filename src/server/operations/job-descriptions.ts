import type { Channel } from '../messages/define-message.ts';
import { messages } from './all-messages.ts';

export interface JobDescription {
  kind: 'mails' | 'texts' | 'jobs';
  what: string;
  /** Undefined for messages, because the Problems page explains those by kind. */
  meaning?: string;
}

const job = (what: string, meaning: string): JobDescription => ({ kind: 'jobs', what, meaning });

/** Every job that doesn't send a message. A test checks that this table is complete. */
const otherJobs: Readonly<Record<string, JobDescription>> = {
  'make-login-link': job(
    'Login link',
    'Someone asked for a login link and didn’t get one. They may still be waiting for it.',
  ),
  'announce-cancellation': job(
    'Notice about a canceled class',
    'We couldn’t tell anyone that the class was canceled. Message the class, or press Retry.',
  ),
  'remove-canceled-meetings': job(
    'Removing the Zoom meetings for canceled classes',
    'The meetings may still be in Zoom. The nightly check will remove them, or you can press Retry to remove them now.',
  ),
  'plan-reminders': job(
    'Nightly reminder planning',
    'Some students may not get their reminders. This job runs every night.',
  ),
  'notify-missed-class': job(
    'Message after a missed class',
    'A student who missed a class may not know how to make it up yet.',
  ),
  'sync-meeting': job(
    'Zoom meeting for a class',
    'The Zoom meeting doesn’t match the class. It may be missing or have the wrong time.',
  ),
  'sync-registrant': job(
    'Personal link to a class',
    'Someone has no personal link to a class, or still has a link they shouldn’t have.',
  ),
  'remove-stray-meeting': job(
    'Removing a duplicate meeting',
    'Zoom has two meetings for one class. People are using the right one. You can delete the other one in Zoom.',
  ),
  'check-registrants': job(
    'Checking personal links in Zoom',
    'We couldn’t check whether everyone’s link to the class still works.',
  ),
  'reconcile-meetings': job(
    'Nightly check of Zoom meetings',
    'If someone changed a meeting directly in Zoom, we haven’t corrected it yet. This check runs again every night.',
  ),
  'settle-attendance': job(
    'Attendance for a class',
    'We couldn’t read Zoom’s attendance report, so someone who attended may count as absent.',
  ),
  'decide-attendance': job(
    'Attendance for one person',
    'Someone was in the room but may not be counted as present. Check the class page.',
  ),
  'read-reports': job(
    'Nightly attendance reports',
    'Some attendance may be missing, because we couldn’t read Zoom’s reports. This job runs every night.',
  ),
  sweep: job(
    'Hourly cleanup of expired records',
    'Expired sessions and links no longer work, but they’re still in the database. This job runs again every hour.',
  ),
  'delete-old-records': job(
    'Nightly deletion of old records',
    'We’re keeping some records longer than the privacy policy promises. This job runs every night.',
  ),
};

const channels = {
  email: { kind: 'mails', by: 'by email' },
  text: { kind: 'texts', by: 'by text' },
} as const;

export function describeAllJobs(): Map<string, JobDescription> {
  const messageJobs = [...messages.values()].flatMap(({ name, jobs }) =>
    Object.entries(jobs).map(([channel, { name: job }]): [string, JobDescription] => {
      const { kind, by } = channels[channel as Channel];
      return [job, { kind, what: `${name}, ${by}` }];
    }),
  );
  return new Map([...Object.entries(otherJobs), ...messageJobs]);
}

/** Another version of the portal may have queued the failed job, so its name may be unknown. */
export function describeJob(name: string): JobDescription {
  const unknown = job(
    `Job ${name}`,
    'This version of the portal doesn’t have this job. You can dismiss it.',
  );
  return describeAllJobs().get(name) ?? unknown;
}

export function jobsOfKind(kind: JobDescription['kind']): string[] {
  return [...describeAllJobs()].flatMap(([name, job]) => (job.kind === kind ? [name] : []));
}
