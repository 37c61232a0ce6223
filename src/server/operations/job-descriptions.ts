import { type Channel, messages } from '../messages/define-message.ts';

/** How the Problems page shows a failed job. */
export interface JobDescription {
  kind: 'mails' | 'texts' | 'jobs';
  what: string;
  /** Undefined for messages, because the text for their kind of problem explains them. */
  meaning?: string;
}

const job = (what: string, meaning: string): JobDescription => ({ kind: 'jobs', what, meaning });

/** Every job that doesn't send a message. A test checks that this table is complete. */
const otherJobs: Readonly<Record<string, JobDescription>> = {
  'make-login-link': job(
    'Login link',
    'Someone asked for a login link and did not get one. They see the usual page and may be waiting.',
  ),
  'announce-cancellation': job(
    'Announcement of a canceled class',
    'No one knows yet that the class is canceled. Write to the class, or press Retry.',
  ),
  'remove-canceled-meetings': job(
    'Removing the Zoom meetings of a canceled class',
    'The meeting is still in Zoom. The nightly check removes it, or press Retry to do it now.',
  ),
  'plan-reminders': job(
    'Nightly planning of reminders',
    'Reminders that were not planned when a class was chosen are missing. It runs again every night.',
  ),
  'tell-missed-class': job(
    'Message after a missed class',
    'Someone who may have missed a class has not heard how to make it up.',
  ),
  'sync-meeting': job(
    'Zoom meeting for a class',
    'The Zoom meeting does not match the class. It may be missing or have the wrong time.',
  ),
  'sync-registrant': job(
    'Personal link to a class',
    'Someone has no personal link to a class, or still has one that they shouldn’t have.',
  ),
  'remove-stray': job(
    'Removing a duplicate meeting',
    'Zoom has two meetings for one class. People use the right one. You can delete the other in Zoom.',
  ),
  'check-registrants': job(
    'Checking personal links in Zoom',
    'The portal could not check that everyone’s link to the class still works.',
  ),
  'reconcile-meetings': job(
    'Nightly check of Zoom meetings',
    'Meetings that were changed in Zoom by hand have not been corrected. It runs again every night.',
  ),
  'settle-attendance': job(
    'Attendance of a class',
    'Zoom’s attendance report has not been read, so someone who came may count as absent.',
  ),
  'decide-attendance': job(
    'Attendance of one person',
    'Someone was in the room and may not count as present. Check the class’s page.',
  ),
  'read-reports': job(
    'Nightly reading of attendance reports',
    'Attendance that Zoom’s events missed has not been fetched. It runs again every night.',
  ),
  sweep: job(
    'Hourly cleanup of expired records',
    'Expired sessions and links no longer work, but are still in the database. It runs again every hour.',
  ),
  'delete-old-records': job(
    'Nightly deletion of old records',
    'Records are kept longer than the privacy policy promises. It runs again every night.',
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

/** A failed job may come from another version of the portal, so its name may be unknown. */
export function describeJob(name: string): JobDescription {
  const unknown = job(`Job ${name}`, 'This version of the portal has no such job. Dismiss it.');
  return describeAllJobs().get(name) ?? unknown;
}

export function jobsOfKind(kind: JobDescription['kind']): string[] {
  return [...describeAllJobs()].flatMap(([name, job]) => (job.kind === kind ? [name] : []));
}
