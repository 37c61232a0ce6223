export const auditKinds = {
  people: 'People',
  staff: 'Staff and permissions',
  'sign-in': 'Sign-in and login links',
  classes: 'Classes and meetings',
  registrations: 'Students’ class times',
  attendance: 'Attendance',
  messages: 'Messages',
  retreats: 'Retreats',
  views: 'Pages viewed',
  exports: 'Exports',
  refused: 'Denied attempts',
  operations: 'Running the portal',
} as const;

export type AuditKind = keyof typeof auditKinds;

/**
 * Describes each action in the past tense, without naming the actor. The second text, if any, follows the class number
 * on a student’s timeline. `audit()` only accepts these actions.
 */
const textsByKind = {
  people: {
    'person: added': 'Added a person',
    'person: imported': 'Imported a person from a file',
    'person: erased': 'Erased a person',
    'note: written': 'Wrote a note about a person',
    'note: edited': 'Edited a note about a person',
    'note: deleted': 'Deleted a note about a person',
    'people: imported': 'Imported people from a file',
    'student: transfer flag changed': 'Changed whether someone is a transfer student',
    'student: edited': 'Edited a student',
    'student: edited, account reset': 'Edited a student and reset their classes',
    'student: reset undone': 'Undid the reset of a student’s classes',
    'alumni: edited': 'Edited an alum',
    'number: typed in': 'Changed their own phone number',
    'number: confirmed': 'Confirmed their phone number',
    'person: made alumni': 'Made a student an alum',
    'person: made student again': 'Changed an alum back to a student',
    'person: deactivated': 'Deactivated a person',
    'person: reactivated': 'Reactivated a person',
  },
  staff: {
    'staff: added': 'Added a staff member',
    'staff: edited': 'Edited a staff member',
    'staff: made of a member': 'Made a student or alum a staff member',
    'staff: deactivated': 'Deactivated a staff member',
    'staff: reactivated': 'Reactivated a staff member',
  },
  'sign-in': {
    'sign-in': 'Signed in',
    'sign-in: another browser': 'Signed in with a link requested in another browser',
    'sign-in: link copied by staff': 'Signed in with a link that staff copied',
    'sign-in: passkey': 'Signed in with a passkey',
    'passkey: added': 'Added a passkey',
    'passkey: renamed': 'Renamed a passkey',
    'passkey: removed': 'Removed a passkey',
    'passkey: reset': 'Removed a staff member’s passkeys',
    'login link: copied': 'Copied a login link',
    'login link: sent': 'Sent a login link',
    'sessions: ended': 'Signed out everywhere',
    'sessions: ended by admin': 'Signed someone out everywhere',
    'sessions: all ended': 'Signed everyone out',
  },
  classes: {
    'class: added': 'Added a class',
    'class: edited': ['Edited a class', 'the class was changed'],
    'class: deleted': 'Deleted a class',
    'class: imported': 'Added a class while importing people',
    'class: canceled': ['Canceled a class', 'the class was canceled'],
    'class: cancellation undone': [
      'Undid the cancellation of a class',
      'the cancellation was undone',
    ],
    'class: meeting tried again': 'Retried setting up a class’s meeting',
    'meeting: started': 'Started a meeting',
    'dates: closed': 'Marked dates as closed',
    'dates: opened': 'Reopened closed dates',
  },
  registrations: {
    'registration: reschedule': ['Rescheduled a class', 'rescheduled'],
    'registration: reschedule undone': ['Undid a reschedule', 'reschedule undone'],
    'registration: makeup': ['Scheduled a makeup class', 'makeup scheduled'],
    'registration: makeup undone': ['Undid the scheduling of a makeup class', 'makeup undone'],
    'registration: makeup not needed': [
      'Canceled a makeup class because the student had attended the original class',
      'makeup canceled because they attended the class after all',
    ],
    'registration: registered for student': [
      'Registered a student for a class',
      'registered by staff',
    ],
    'registration: moved for student': [
      'Rescheduled a class for a student',
      'rescheduled by staff',
    ],
    'registration: made up for student': [
      'Scheduled a makeup class for a student',
      'makeup scheduled by staff',
    ],
    'registration: canceled for student': [
      'Canceled a student’s class',
      'canceled by staff, needs a new time',
    ],
    'waiting list: joined': 'Joined a waiting list',
    'waiting list: left': 'Left a waiting list',
    'waiting list: removed': 'Took someone off a waiting list',
    'waiting list: offered': 'Offered a place to someone on a waiting list',
    'waiting list: taken': 'Accepted a place from a waiting list',
    'waiting list: moved to front': 'Moved someone to the front of a waiting list',
    'wish: sent': 'Requested other class times',
    'wish: taken back': 'Withdrew a request for other class times',
    'wish: answered': 'Marked a request for other class times as answered',
  },
  attendance: {
    'attendance: corrected': ['Corrected attendance', 'attendance corrected by hand'],
    'attendance: class marked as held': 'Marked a class as held',
    'attendance: reports asked for again': 'Requested attendance reports again',
  },
  messages: {
    'class: message sent': 'Sent a message to a class',
    'journey: message sent': 'Sent a message to a group',
    'journey: login links sent': 'Sent login links to a group',
    'message: sent again': 'Sent a message again',
    'messages: tried again': 'Sent failed messages again',
  },
  retreats: {
    'retreat: edited': 'Edited a retreat registration',
    'retreat: matched': 'Matched a retreat registration to a person',
    'retreat: detached': 'Removed a retreat registration from a person',
    'retreat: entered': 'Entered a retreat by hand',
    'retreat: dismissed': 'Marked a retreat registration as not ours',
    'retreat: brought back': 'Restored a retreat registration',
  },
  views: { 'person: page seen': 'Viewed a person’s page' },
  exports: { 'list: exported': 'Exported a list', 'audit: exported': 'Exported the audit log' },
  refused: {
    'sign-in: refused': 'Tried a login link that didn’t work',
    'call: refused': 'Tried to do something they aren’t allowed to do',
  },
  operations: {
    'job: tried again': 'Retried a failed job',
    'problem: tried again': 'Retried an action that had failed',
    'problem: dismissed': 'Dismissed a problem',
    'problem: brought back': 'Reopened a dismissed problem',
    'link key: replaced': 'Replaced the key for login links',
  },
} as const satisfies Record<AuditKind, Record<string, Texts>>;

type Texts = string | readonly [string, string];
type TextsByKind = typeof textsByKind;
export type AuditAction = { [Kind in AuditKind]: keyof TextsByKind[Kind] }[AuditKind];

const auditActions = /* @__PURE__ */ listActions();

function listActions() {
  return new Map(
    Object.entries(textsByKind).flatMap(([kind, actions]) =>
      Object.entries<Texts>(actions).map(([action, texts]) => {
        const [words = action, label] = [texts].flat();
        return [action, { kind: kind as AuditKind, words, label }];
      }),
    ),
  );
}

/** Falls back to the action’s name, because older rows may have an action that is no longer listed here. */
export function wordsOfAction(action: string): string {
  return auditActions.get(action)?.words ?? action;
}

export function labelOfAction(action: string): string | undefined {
  return auditActions.get(action)?.label;
}

export function kindOfAction(action: string): AuditKind | null {
  return auditActions.get(action)?.kind ?? null;
}

export function actionsOf(isMeant: (kind: AuditKind) => boolean): string[] {
  return [...auditActions].filter(([, { kind }]) => isMeant(kind)).map(([action]) => action);
}
