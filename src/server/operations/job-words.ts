/** A failed job in the words of the page Problems. */
export interface JobWords {
  /** Where it stands there. */
  kind: 'mails' | 'texts' | 'jobs';
  what: string;
  /** What follows from it; for messages their kind says that. */
  meaning?: string;
}

const mail = (what: string): JobWords => ({ kind: 'mails', what });
const text = (what: string): JobWords => ({ kind: 'texts', what });
const job = (what: string, meaning: string): JobWords => ({ kind: 'jobs', what, meaning });

/** Every job of the portal by its name. A test holds this table against the jobs that there are. */
export const jobWords: Readonly<Record<string, JobWords>> = {
  'send-login-mail': mail('Mail with a login link'),
  'send-login-text': text('Text with a login link'),
  'send-welcome-link': mail('Welcome mail with a login link'),
  'send-alumni-welcome': mail('Welcome mail to one of the alumni, with a login link'),
  'send-return-link': mail('Mail with a login link to somebody who is back'),
  'send-unasked-link': mail('Mail with a login link that staff sent to many'),
  'send-number-code': text('Text with the code that confirms a phone number'),
  'mail-number-confirmed': mail('Mail about a number that signs in now'),
  'make-login-link': job(
    'Login link',
    'Somebody asked for a login link and got none. They see the same page as everybody and may be waiting for it.',
  ),

  'mail-choices': mail('Mail with classes that the student has just chosen'),
  'mail-schedule': mail('Mail with the chosen classes'),
  'mail-act-for-student': mail('Mail about a class that staff changed for the student'),
  'mail-own-move': mail('Mail about a class that the student moved'),
  'mail-makeup-given-back': mail('Mail about a makeup that is not needed'),
  'mail-cleared-classes': mail('Mail about classes that went from the schedule'),
  'mail-returned-classes': mail('Mail about classes that are back in the schedule'),

  'mail-class-moved': mail('Mail about a class with a new time'),
  'text-class-moved': text('Text about a class with a new time'),
  'mail-new-instructor': mail('Mail about a new instructor'),
  'mail-class-given': mail('Mail to an instructor about a class that is now theirs'),
  'mail-class-taken': mail('Mail to an instructor about a class that is no longer theirs'),
  'mail-taught-class-moved': mail('Mail to an instructor about a class with a new time'),

  'announce-cancellation': job(
    'Announcement of a cancelled class',
    'Nobody has been told that the class does not take place. Write to the class, or try it again.',
  ),
  'remove-cancelled-meetings': job(
    'Removal of the Zoom meetings of a canceled class',
    'The meeting is still at Zoom. The nightly comparison removes it, or try it again now.',
  ),
  'mail-class-cancelled': mail('Mail about a cancelled class'),
  'text-class-cancelled': text('Text about a cancelled class'),
  'mail-cancellation-undone': mail('Mail about a class that takes place after all'),
  'text-cancellation-undone': text('Text about a class that takes place after all'),

  'mail-class-message': mail('Message to a class, by mail'),
  'text-class-message': text('Message to a class, by text'),
  'mail-group-message': mail('Message to many students, by mail'),
  'text-group-message': text('Message to many students, by text'),

  'text-reminder': text('Reminder'),
  'plan-reminders': job(
    'Nightly planning of reminders',
    'Reminders that were not planned when a class was chosen are missing. It runs again every night.',
  ),
  'tell-missed-class': job(
    'Message after a missed class',
    'Somebody who may have missed a class has not been told how to make up for it.',
  ),
  'mail-missed-class': mail('Mail after a missed class'),
  'text-missed-class': text('Text after a missed class'),
  'text-makeup-answer': text('Answer to a reply by text'),
  'text-opt-in-confirmation': text('Text that confirms a yes to reminders'),

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
  'mail-new-links': mail('Mail with a new link to a class'),
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

  'refresh-student-progress': job(
    'Hourly count for the journey board',
    'Whoever opens the board waits longer, as the changes are counted then. It runs again every hour.',
  ),
  'send-test-mail': mail('Test mail from the page Setup'),
  sweep: job(
    'Hourly deletion of what has expired',
    'Expired sessions and links are refused all the same, but stay in the database. It runs again every hour.',
  ),
  'delete-old-records': job(
    'Nightly deletion of old records',
    'Records are kept for longer than the privacy policy promises. It runs again every night.',
  ),
};

/** A job of another version of the portal may have left its failures here. */
export function wordsOfJob(name: string): JobWords {
  const unknown = job(`Job ${name}`, 'This version of the portal knows no such job. Dismiss it.');
  return jobWords[name] ?? unknown;
}

export function jobsOfKind(kind: JobWords['kind']): string[] {
  return Object.entries(jobWords).flatMap(([name, words]) => (words.kind === kind ? [name] : []));
}
