import { noSuchThing, PHONE_INVALID } from '../../contract/fields.ts';
import { STAFF_CONSENT_PROBLEMS } from '../../contract/words.ts';
import { formatSlot } from '../../course/format-time.ts';
import { SLOT_PROBLEMS, type SlotProblem } from '../../course/slot-choice.ts';
import { STAFF_PROBLEMS } from '../../course/staff-choice.ts';
import { TEXT_NUMBER_MISSING } from '../../course/text-consent.ts';
import { UNDO_MOVE_PROBLEMS } from '../../course/undo-move.ts';
import type {
  DomainError,
  DomainErrorName,
  DomainErrors,
  OutdatedMessage,
} from '../platform/errors.ts';
import type { PersonLimit } from '../platform/person-limits.ts';
import { classAnswers } from './class-errors.ts';
import { signInAnswers } from './sign-in-errors.ts';

interface Answer<Details> {
  status: number;
  sentence: string | ((details: Details) => string);
  /** The form field the sentence is about. */
  field?: string | ((details: Details) => string);
}

export type Answers = { [Name in DomainErrorName]: Answer<DomainErrors[Name]> };

const limitSentences: Record<PersonLimit, string> = {
  'class times':
    'You have changed your class times very often. Please wait a while before you change them again.',
  wishes: 'You have written to us very often today. Please try again tomorrow.',
  'text consent': 'You have changed this very often today. Please try again tomorrow.',
  'phone numbers':
    'You have changed your phone number very often today. Please try again tomorrow.',
  'number codes': 'You were sent very many codes. Please wait a while before the next.',
  'replies by text': 'You have replied very often. Please wait a while before you reply again.',
  joins: 'You have asked for links very often. Please wait a while before you join again.',
  'calendar address':
    'You have renewed your calendar address very often today. Please try again tomorrow.',
  'login links':
    'You have copied login links very often. Please wait a while before you copy more.',
  'data downloads': 'You have downloaded your data very often today. Please try again tomorrow.',
  retries: 'That was retried very often. Please wait a while before you try again.',
  'setup checks': 'That was checked very often. Please wait a while before you check again.',
  'test mails': 'You have sent yourself many test mails. Please wait a while before the next.',
  'messages sent again': 'You have sent very many messages. Please wait a while before the next.',
  'messages to one person':
    'This person was sent very many messages. Please wait a while before the next.',
  'class messages':
    'You have written to many classes. Please wait a while before the next message.',
  'messages to groups':
    'You have written to many people. Please wait a while before the next message.',
};

const outdatedSentences: Record<OutdatedMessage, string> = {
  'class-over': 'The class is over, so this message is of no use any more.',
  'no-longer-so': 'What this message says is no longer so. Nothing was sent.',
  'chosen-again': 'They have class times again. Nothing was sent.',
  'wrong-day': 'The sessions of a week are told on its Monday only. Nothing was sent.',
  'sent-once': 'A message of this kind answers something and is sent once.',
  unknown: 'The portal no longer knows what this message was about, so it cannot be sent again.',
};

const slotAnswer = (name: SlotProblem) => ({ status: 409, sentence: SLOT_PROBLEMS[name] });

/** Status and sentence of each domain error. A missing entry doesn’t compile. */
const answers: Answers = {
  'all-chosen': slotAnswer('all-chosen'),
  'same-slot': slotAnswer('same-slot'),
  started: slotAnswer('started'),
  'wrong-type': slotAnswer('wrong-type'),
  'before-start-date': slotAnswer('before-start-date'),
  'week-taken': slotAnswer('week-taken'),
  'out-of-order': slotAnswer('out-of-order'),
  gone: slotAnswer('gone'),
  over: slotAnswer('over'),
  'not-missed': slotAnswer('not-missed'),

  'not-found': { status: 404, sentence: noSuchThing },
  'note-deleted': { status: 404, sentence: 'This note has been deleted meanwhile.' },
  'wish-taken-back': { status: 404, sentence: 'The student has taken this back meanwhile.' },
  'note-of-another': {
    status: 403,
    sentence: 'Only whoever wrote a note, or an admin, can change it.',
  },
  'person-not-found': { status: 404, sentence: 'There is no such person.' },
  'version-conflict': {
    status: 409,
    sentence: ({ what, attempt }) =>
      `Somebody else has changed this ${what} meanwhile. Please look at the newer values before you ${attempt}.`,
  },
  'limit-reached': { status: 429, sentence: ({ limit }) => limitSentences[limit] },

  ...signInAnswers,

  'last-admin': {
    status: 409,
    sentence: 'There is no other admin. Please make somebody else an admin first.',
  },

  'email-in-use': {
    status: 409,
    sentence: ({ owner }) => `This email address is already in use${by(owner)}.`,
    field: 'email',
  },
  'phone-in-use': {
    status: 409,
    sentence: ({ owner }) => `This phone number is already in use${by(owner)}.`,
    field: ({ field }) => field,
  },
  'number-missing': {
    status: 409,
    sentence: TEXT_NUMBER_MISSING,
    field: 'phone',
  },
  'phone-invalid': {
    status: 400,
    sentence: PHONE_INVALID,
    field: ({ field }) => field,
  },
  'phone-elsewhere': {
    status: 400,
    sentence: ({ countries }) =>
      `We can only text numbers in ${countries}. Please enter one of those.`,
    field: 'phone',
  },
  'import-file-unreadable': { status: 400, sentence: ({ sentence }) => sentence, field: 'csv' },
  'too-many-people-named': {
    status: 400,
    sentence:
      'Too many people have that in their names. Please type more of the name, or the email.',
  },
  'problem-gone': {
    status: 409,
    sentence:
      'This has changed meanwhile: it was mended, dismissed or tried again. Please look at the list once more.',
  },
  'nothing-to-resend': { status: 409, sentence: 'There is nothing to send again.' },
  'message-outdated': { status: 409, sentence: ({ why }) => outdatedSentences[why] },
  'consent-is-the-persons': {
    status: 409,
    sentence: ({ why }) => STAFF_CONSENT_PROBLEMS[why],
    field: 'textConsent',
  },
  'no-text-consent': {
    status: 409,
    sentence:
      'They do not receive text messages. Only they can start them: by replying START, or on their own page.',
  },
  'erasure-not-confirmed': {
    status: 400,
    sentence: 'This is not the email address of the person to be erased.',
    field: 'email',
  },
  'erasure-of-active-staff': {
    status: 409,
    sentence: 'Staff can be erased only after their access has been ended.',
  },
  'erasure-of-instructor': {
    status: 409,
    sentence: ({ starts }) =>
      `They are still the instructor of ${nameClasses(starts)}. Please give ${starts.length === 1 ? 'it' : 'them'} to somebody else first.`,
  },
  'email-of-member': {
    status: 409,
    sentence: ({ current: { firstName, lastName, role } }) =>
      `This email address belongs to ${firstName} ${lastName}, ${role === 'student' ? 'a student' : 'one of the alumni'}.`,
    field: 'email',
  },
  'student-has-classes': {
    status: 409,
    sentence: ({ count }) =>
      `They still have ${count === 1 ? '1 class' : `${count} classes`} to come as a student. They can become staff when these are over.`,
  },
  'move-stays': { status: 409, sentence: ({ problem }) => UNDO_MOVE_PROBLEMS[problem] },
  'no-student': { status: 409, sentence: 'They are not a student, so they have no class times.' },
  'not-for-student': {
    status: 409,
    sentence: ({ problem, needsReason }) =>
      needsReason
        ? `${STAFF_PROBLEMS[problem]} To do it all the same, please give a reason.`
        : STAFF_PROBLEMS[problem],
    field: ({ needsReason }) => (needsReason ? 'reason' : 'classId'),
  },
  'not-a-member': {
    status: 409,
    sentence: 'They are staff. Please use the page Staff to change their access.',
  },
  'start-date-missing': {
    status: 409,
    sentence: 'A student needs a start date. Please enter one with Edit first.',
  },
  'nothing-to-undo': {
    status: 409,
    sentence: 'There is no reset to undo any more. Please load the page again.',
  },
  'classes-just-changed': {
    status: 409,
    sentence: 'One of these classes was changed at this moment. Please try again.',
  },

  ...classAnswers,

  'retreat-cancelled': {
    status: 409,
    sentence: 'This registration has been cancelled on the retreat site.',
  },
  'retreat-already-matched': {
    status: 409,
    sentence: ({ owner }) => `This registration belongs to ${owner} already.`,
  },
};

const by = (owner: string | undefined) => (owner ? ` by ${owner}` : '');

const mostNamed = 3;

function nameClasses(starts: Date[]): string {
  const named = starts.slice(0, mostNamed).map(formatSlot);
  const others = starts.length - named.length;
  const list = [...named, ...(others > 0 ? [`${others} more`] : [])];
  const count = starts.length === 1 ? '1 upcoming class' : `${starts.length} upcoming classes`;
  return `${count} (${list.join(', ')})`;
}

export function describeDomainError({ name, details }: DomainError) {
  const { status, sentence, field } = answers[name] as Answer<unknown>;
  const write = (text: typeof sentence) => (typeof text === 'string' ? text : text(details));
  return {
    status,
    message: write(sentence),
    field: field && write(field),
    current: details && 'current' in details ? details.current : undefined,
  };
}
