/** The groups by which the audit page is filtered, in the order in which it offers them. */
export const auditKinds = {
  people: 'People',
  staff: 'Staff and rights',
  'sign-in': 'Sign-in and login links',
  classes: 'Classes and meetings',
  registrations: "Students' class times",
  attendance: 'Attendance',
  messages: 'Messages',
  retreats: 'Retreats',
  views: 'Pages looked at',
  exports: 'Exports',
  refused: 'Refused attempts',
  operations: 'Running the portal',
} as const;

export type AuditKind = keyof typeof auditKinds;

interface Described {
  kind: AuditKind;
  /** What was done, in the past tense and without the one who did it: "Edited a student". */
  words: string;
}

/**
 * Every action that is written to the audit log, as `area: what happened`. `audit()` takes no other, so that none
 * can be forgotten here. Rows of an older portal may have names that are no longer in this table: see `wordsOfAction`.
 */
export const auditActions = {
  'person: added': { kind: 'people', words: 'Added a person' },
  'person: imported': { kind: 'people', words: 'Imported a person from a file' },
  'person: erased': { kind: 'people', words: 'Erased a person' },
  'person: page seen': { kind: 'views', words: 'Looked at the page of a person' },
  'note: written': { kind: 'people', words: 'Wrote a note about a person' },
  'note: edited': { kind: 'people', words: 'Edited a note about a person' },
  'note: deleted': { kind: 'people', words: 'Deleted a note about a person' },
  'people: imported': { kind: 'people', words: 'Imported a file of people' },
  'student: transfer flag changed': {
    kind: 'people',
    words: 'Changed whether somebody is a transfer student',
  },
  'student: edited': { kind: 'people', words: 'Edited a student' },
  'student: edited, account reset': {
    kind: 'people',
    words: 'Edited a student and reset their classes',
  },
  'student: reset undone': { kind: 'people', words: "Undid the reset of a student's classes" },
  'alumni: edited': { kind: 'people', words: 'Edited one of the alumni' },
  'number: typed in': { kind: 'people', words: 'Changed their own phone number' },
  'number: confirmed': { kind: 'people', words: 'Confirmed their phone number' },
  'person: made alumni': { kind: 'people', words: 'Made a student one of the alumni' },
  'person: made student again': { kind: 'people', words: 'Made one of the alumni a student again' },
  'person: deactivated': { kind: 'people', words: 'Deactivated a person' },
  'person: reactivated': { kind: 'people', words: 'Reactivated a person' },

  'staff: added': { kind: 'staff', words: 'Added a staff member' },
  'staff: edited': { kind: 'staff', words: 'Edited a staff member' },
  'staff: made of a member': { kind: 'staff', words: 'Made a student or alumnus a staff member' },
  'staff: deactivated': { kind: 'staff', words: 'Deactivated a staff member' },
  'staff: reactivated': { kind: 'staff', words: 'Reactivated a staff member' },

  'sign-in': { kind: 'sign-in', words: 'Signed in' },
  'sign-in: another browser': {
    kind: 'sign-in',
    words: 'Signed in by a link that this browser had not asked for',
  },
  'sign-in: link copied by staff': {
    kind: 'sign-in',
    words: 'Signed in by a link that staff copied',
  },
  'login link: copied': { kind: 'sign-in', words: 'Copied a login link' },
  'login link: sent': { kind: 'sign-in', words: 'Sent a login link' },
  'sessions: ended': { kind: 'sign-in', words: 'Signed out everywhere' },
  'sessions: ended by admin': { kind: 'sign-in', words: 'Signed somebody out everywhere' },

  'class: added': { kind: 'classes', words: 'Added a class' },
  'class: edited': { kind: 'classes', words: 'Edited a class' },
  'class: deleted': { kind: 'classes', words: 'Deleted a class' },
  'class: imported': { kind: 'classes', words: 'Added a class by importing people' },
  'class: cancelled': { kind: 'classes', words: 'Cancelled a class' },
  'class: cancellation undone': { kind: 'classes', words: 'Gave back a cancelled class' },
  'class: meeting tried again': { kind: 'classes', words: "Tried a class's meeting again" },
  'meeting: started': { kind: 'classes', words: "Took a meeting's start link" },
  'dates: closed': { kind: 'classes', words: 'Closed dates' },
  'dates: opened': { kind: 'classes', words: 'Opened closed dates' },

  'registration: reschedule': { kind: 'registrations', words: 'Moved a class' },
  'registration: reschedule undone': { kind: 'registrations', words: 'Undid the move of a class' },
  'registration: makeup': { kind: 'registrations', words: 'Made up a missed class' },
  'registration: makeup undone': { kind: 'registrations', words: 'Undid a makeup' },
  'registration: makeup given back': {
    kind: 'registrations',
    words: 'Gave back a makeup, as the class had been attended',
  },
  'registration: registered for student': {
    kind: 'registrations',
    words: 'Registered a class for a student',
  },
  'registration: moved for student': {
    kind: 'registrations',
    words: 'Moved a class for a student',
  },
  'registration: made up for student': {
    kind: 'registrations',
    words: 'Made up a class for a student',
  },
  'registration: cancelled for student': {
    kind: 'registrations',
    words: 'Cancelled one class of a student',
  },

  'wish: sent': { kind: 'registrations', words: 'Told which class times would suit' },
  'wish: taken back': { kind: 'registrations', words: 'Took back which class times would suit' },
  'wish: answered': {
    kind: 'registrations',
    words: 'Marked a wish for class times as answered',
  },

  'attendance: corrected': { kind: 'attendance', words: 'Corrected attendance' },
  'attendance: class marked as held': { kind: 'attendance', words: 'Marked a class as held' },
  'attendance: reports asked for again': {
    kind: 'attendance',
    words: 'Asked for attendance reports again',
  },

  'class: message sent': { kind: 'messages', words: 'Wrote to a class' },
  'journey: message sent': { kind: 'messages', words: 'Wrote to many students' },
  'journey: login links sent': {
    kind: 'messages',
    words: 'Sent login links to many students',
  },
  'message: sent again': { kind: 'messages', words: 'Sent a message again' },
  'messages: tried again': { kind: 'messages', words: 'Sent failed messages again' },

  'retreat: edited': { kind: 'retreats', words: 'Edited a retreat registration' },
  'retreat: matched': { kind: 'retreats', words: 'Matched a retreat registration' },
  'retreat: detached': { kind: 'retreats', words: 'Took a retreat registration off a person' },
  'retreat: entered': { kind: 'retreats', words: 'Entered a retreat by hand' },
  'retreat: dismissed': { kind: 'retreats', words: 'Said that a retreat registration is not ours' },
  'retreat: brought back': { kind: 'retreats', words: 'Brought back a retreat registration' },

  'list: exported': { kind: 'exports', words: 'Exported a list' },
  'audit: exported': { kind: 'exports', words: 'Exported the audit log' },

  'sign-in: refused': { kind: 'refused', words: 'A login link was refused' },
  'call: refused': { kind: 'refused', words: 'Tried something that they may not do' },

  'job: tried again': { kind: 'operations', words: 'Tried a failed job again' },
  'problem: tried again': { kind: 'operations', words: 'Tried again what had not worked' },
  'problem: dismissed': { kind: 'operations', words: 'Dismissed a problem' },
  'problem: brought back': { kind: 'operations', words: 'Brought back a dismissed problem' },
  'link key: replaced': { kind: 'operations', words: 'Replaced the key of login links' },
} as const satisfies Record<string, Described>;

export type AuditAction = keyof typeof auditActions;

/** A row of an older portal, whose action has no words, is shown by the name it was written with. */
export function wordsOfAction(action: string): string {
  return isAuditAction(action) ? auditActions[action].words : action;
}

export function kindOfAction(action: string): AuditKind | null {
  return isAuditAction(action) ? auditActions[action].kind : null;
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(auditActions, action);
}
