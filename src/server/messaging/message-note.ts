import type { MessageKind } from '../../contract/message-kinds.ts';

type Nothing = Record<string, never>;

interface OfRegistration {
  registrationId: number;
}

interface OfClasses {
  /** With the time that each had before the change. */
  classes: { id: number; from: string }[];
  changedAt: string;
}

/** What each kind of message is about: ids and times, enough to write it anew as things are by then. */
export interface MessageAbouts extends Record<MessageKind, object> {
  welcome: Nothing;
  'alumni-welcome': Nothing;
  'return-link': Nothing;
  'login-link': Nothing;
  'number-code': Nothing;
  'number-confirmed': Nothing;
  schedule: OfRegistration;
  choices: { registrationIds: number[] };
  'own-move': OfRegistration;
  'act-for-student': OfRegistration;
  'makeup-given-back': OfRegistration & { makeup: string; sequence: number };
  'account-reset': { clearingId: number; registrationIds: number[] };
  'classes-given-back': { clearingId: number; registrationIds: number[] };
  'classes-returned': { clearingId: number; registrationIds: number[] };
  'class-moved': OfRegistration & { classId: number; from: string; movedAt: string };
  'new-instructor': OfRegistration & { classId: number; changedAt: string };
  'new-links': { classIds: number[] };
  'class-cancelled': { cancellationId: number };
  'cancellation-undone': { cancellationId: number; registrationIds: number[]; classIds: number[] };
  'class-message': { messageId: number };
  'group-message': { messageId: number };
  'class-day': OfRegistration;
  'class-hour': OfRegistration;
  'missed-class': { proposalId: number };
  'makeup-answer': Nothing;
  retreat: OfRegistration;
  'alumni-week': Nothing;
  'opt-in': { consentEventId: number };
  'class-given': OfClasses;
  'class-taken': OfClasses;
  'taught-class-moved': OfClasses;
  'test-mail': Nothing;
}

/** What `sent_messages` says of a message besides where it went. */
export interface MessageNote {
  kind: string;
  about: object;
}
