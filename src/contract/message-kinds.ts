/** Every message that the portal sends, and what staff and the person are told that it is. */
const MESSAGE_KINDS = {
  welcome: 'Welcome',
  'alumni-welcome': 'Welcome as one of the alumni',
  'return-link': 'Link for somebody who is back',
  'login-link': 'Login link',
  'number-code': 'Code that confirms a phone number',
  'number-confirmed': 'Phone number confirmed',
  schedule: 'Class schedule',
  choices: 'Chosen class times',
  'own-move': 'New time for a class',
  'act-for-student': 'Class time changed by staff',
  'makeup-given-back': 'Makeup given back',
  'account-reset': 'Class times cleared',
  'classes-given-back': 'Classes to come given back',
  'classes-returned': 'Classes back in the schedule',
  'class-moved': 'Class moved',
  'new-instructor': 'New instructor',
  'new-links': 'New Zoom links',
  'class-cancelled': 'Class cancelled',
  'cancellation-undone': 'Cancellation undone',
  'class-message': 'Message to a class',
  'group-message': 'Message to many students',
  'class-day': 'Reminder a day before a class',
  'class-hour': 'Reminder an hour before a class',
  'missed-class': 'Missed class',
  'makeup-answer': 'Answer to a reply',
  retreat: 'Retreat reminder',
  'alumni-week': 'Sessions of the week',
  'opt-in': 'Confirmation of text messages',
  'class-given': 'Class to teach',
  'class-taken': 'Class given to somebody else',
  'taught-class-moved': 'Class to teach moved',
  'test-mail': 'Test mail',
} as const;

export type MessageKind = keyof typeof MESSAGE_KINDS;

/** Messages of versions that noted no kind, where it could not be told from anything else, have none. */
export function nameMessage(kind: string | null): string {
  return kind !== null && kind in MESSAGE_KINDS ? MESSAGE_KINDS[kind as MessageKind] : 'Message';
}
