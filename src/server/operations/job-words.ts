import { type Channel, messages } from '../messages/define-message.ts';

/** A failed job in the words of the page Problems. */
export interface JobWords {
  /** Where it stands there. */
  kind: 'mails' | 'texts' | 'jobs';
  what: string;
  /** What follows from it; for messages their kind says that. */
  meaning?: string;
}

const job = (what: string, meaning: string): JobWords => ({ kind: 'jobs', what, meaning });

/** Every job that sends nothing by itself. A test holds this table against the jobs that there are. */
const otherJobs: Readonly<Record<string, JobWords>> = {
  'make-login-link': job(
    'Login link',
    'Somebody asked for a login link and got none. They see the same page as everybody and may be waiting for it.',
  ),

  'announce-cancellation': job(
    'Announcement of a cancelled class',
    'Nobody has been told that the class does not take place. Write to the class, or try it again.',
  ),
  'remove-cancelled-meetings': job(
    'Removal of the Zoom meetings of a canceled class',
    'The meeting is still at Zoom. The nightly comparison removes it, or try it again now.',
  ),

  'plan-reminders': job(
    'Nightly planning of reminders',
    'Reminders that were not planned when a class was chosen are missing. It runs again every night.',
  ),
  'tell-missed-class': job(
    'Message after a missed class',
    'Somebody who may have missed a class has not been told how to make up for it.',
  ),

  'sync-meeting': job(
    'Meeting of a class',
    'The meeting at Zoom is not as the class is: it may be missing or have another time.',
  ),
  'sync-registrant': job(
    'Place in a meeting',
    'Somebody has no link of their own to a class, or still has one that they should not have.',
  ),
  'remove-stray': job(
    'Removal of a second meeting',
    'Zoom has two meetings for one class. People use the right one; the other can be deleted in Zoom by hand.',
  ),
  'check-registrants': job(
    'Comparison of registrants with Zoom',
    'Whether everybody’s link to the class still works has not been looked at.',
  ),
  'reconcile-meetings': job(
    'Nightly comparison with Zoom',
    'What was changed in Zoom by hand, or missed otherwise, has not been mended. It runs again every night.',
  ),

  'settle-attendance': job(
    'Attendance of a class',
    'Zoom’s report of who came has not been taken over, so somebody who came may count as missing.',
  ),
  'decide-attendance': job(
    'Attendance of one person',
    'Somebody was in the room and may not count as present. Look at the class’s page.',
  ),
  'read-reports': job(
    'Nightly reading of attendance reports',
    'Attendance that Zoom’s events have missed has not been asked for. It runs again every night.',
  ),

  sweep: job(
    'Hourly deletion of what has expired',
    'Expired sessions and links are refused all the same, but stay in the database. It runs again every hour.',
  ),
  'delete-old-records': job(
    'Nightly deletion of old records',
    'Records are kept for longer than the privacy policy promises. It runs again every night.',
  ),
};

const channels = {
  email: { kind: 'mails', by: 'by email' },
  text: { kind: 'texts', by: 'by text' },
} as const;

/** Every job of the portal by its name. */
export function allJobWords(): Map<string, JobWords> {
  const ofMessages = [...messages.values()].flatMap(({ name, jobs }) =>
    Object.entries(jobs).map(([channel, { name: job }]): [string, JobWords] => {
      const { kind, by } = channels[channel as Channel];
      return [job, { kind, what: `${name}, ${by}` }];
    }),
  );
  return new Map([...Object.entries(otherJobs), ...ofMessages]);
}

/** A job of another version of the portal may have left its failures here. */
export function wordsOfJob(name: string): JobWords {
  const unknown = job(`Job ${name}`, 'This version of the portal knows no such job. Dismiss it.');
  return allJobWords().get(name) ?? unknown;
}

export function jobsOfKind(kind: JobWords['kind']): string[] {
  return [...allJobWords()].flatMap(([name, words]) => (words.kind === kind ? [name] : []));
}
