import { noSuchThing, PHONE_INVALID } from '../../contract/fields.ts';
import { STAFF_CONSENT_PROBLEMS } from '../../contract/words.ts';
import { formatSlot } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { SLOT_PROBLEMS, type SlotProblem } from '../../course/slot-choice.ts';
import { STAFF_PROBLEMS } from '../../course/staff-choice.ts';
import { TEXT_NUMBER_MISSING } from '../../course/text-consent.ts';
import { UNDO_MOVE_PROBLEMS } from '../../course/undo-move.ts';
import { WAITING_PROBLEMS, type WaitingProblem } from '../../course/waiting-list.ts';
import type { DomainError } from '../platform/errors.ts';
import { isDailyLimit } from '../platform/person-limits.ts';
import { classAnswers } from './class-errors.ts';
import {
  type Answer,
  answersTo,
  conflict,
  forbidden,
  invalid,
  nameSome,
  notFound,
  tooMany,
} from './error-answers.ts';
import { signInAnswers } from './sign-in-errors.ts';

const outdatedSentences = {
  'class-over': 'This class is over, so we didn’t send anything.',
  'no-longer-so': 'This message is out of date, so we didn’t send it.',
  'chosen-again': 'This student has already picked new class times, so we didn’t send anything.',
  'wrong-day':
    'We send the list of the week’s sessions only on Mondays, so we didn’t send anything.',
  'sent-once': 'This message was a reply, so we can’t send it again.',
  unknown: 'We no longer know what this message was about, so we can’t send it again.',
};
export type OutdatedMessage = keyof typeof outdatedSentences;

const slotAnswers = Object.fromEntries(
  Object.entries({ ...SLOT_PROBLEMS, ...WAITING_PROBLEMS }).map(([name, sentence]) => [
    name,
    conflict(sentence),
  ]),
) as Record<SlotProblem | WaitingProblem, Answer<undefined>>;

const otherAnswers = answersTo({
  'not-found': notFound(noSuchThing),
  'note-deleted': notFound('Someone has deleted this note. Please reload the page.'),
  'wish-taken-back': notFound('The student has withdrawn this request. Please reload the page.'),
  'note-of-another': forbidden('Only an admin or the person who wrote this note can change it.'),
  'person-not-found': notFound('We couldn’t find this person.'),
  'version-conflict': conflict(
    ({ what, attempt }) =>
      `Someone else has changed this ${what} in the meantime. Please check the new values before you ${attempt}.`,
  ),
  'limit-reached': tooMany(({ limit }) => {
    if (limit === 'messages to one person') {
      return 'We’ve sent this person a lot of messages. Please wait an hour and try again.';
    }
    return isDailyLimit(limit)
      ? 'You’ve done this too many times today. Please try again tomorrow.'
      : 'You’ve done this too many times in a row. Please wait a bit and try again.';
  }),
  'request-key-reused': conflict(
    'We already got this request with different details, so we didn’t change anything. Please reload the page and try again.',
  ),
  'last-admin': conflict('There’s no other admin. Please make someone else an admin first.'),
  'email-in-use': conflict(
    ({ owner }) => `This email address is already in use${by(owner)}.`,
    'email',
  ),
  'phone-in-use': conflict(
    ({ owner }) => `This phone number is already in use${by(owner)}.`,
    ({ field }) => field,
  ),
  'number-missing': conflict(TEXT_NUMBER_MISSING, 'phone'),
  'phone-invalid': invalid(PHONE_INVALID, ({ field }) => field),
  'phone-elsewhere': invalid(
    ({ countries }) => `We can only text numbers in ${countries}. Please enter one of those.`,
    'phone',
  ),
  'import-file-unreadable': invalid(({ sentence }) => sentence, 'csv'),
  'too-many-people-named': invalid(
    'Too many people match that. Please type more of the name, or the email address.',
  ),
  'problem-gone': conflict(
    'This problem was fixed, dismissed or retried in the meantime. Please reload the page.',
  ),
  'nothing-to-resend': conflict('There’s nothing to send again.'),
  'message-outdated': conflict(({ why }) => outdatedSentences[why]),
  'consent-is-the-persons': conflict(({ why }) => STAFF_CONSENT_PROBLEMS[why], 'textConsent'),
  'no-text-consent': conflict(
    'This person hasn’t opted in to texts. Only they can opt in, by replying START or on their account page.',
  ),
  'erasure-not-confirmed': invalid(
    'That isn’t this person’s email address. Please check it and try again.',
    'email',
  ),
  'erasure-of-active-staff': conflict('Please deactivate this staff member before you erase them.'),
  'erasure-of-instructor': conflict(
    ({ starts }) =>
      `This person still teaches ${nameClasses(starts)}. Please give ${starts.length === 1 ? 'it' : 'them'} to someone else first.`,
  ),
  'email-of-member': conflict(
    ({ current }) =>
      `This email address belongs to ${fullName(current)}, ${current.role === 'student' ? 'a student' : 'an alum'}.`,
    'email',
  ),
  'student-has-classes': conflict(
    ({ count }) =>
      `This person still has ${count === 1 ? '1 upcoming class' : `${count} upcoming classes`} as a student. They can join the staff after their last class.`,
  ),
  'move-stays': conflict(({ problem }) => UNDO_MOVE_PROBLEMS[problem]),
  'no-student': conflict('This person isn’t a student, so they have no class times.'),
  'not-for-student': conflict(
    ({ problem, needsReason }) =>
      `${STAFF_PROBLEMS[problem]}${needsReason ? ' To do it anyway, please give a reason.' : ''}`,
    ({ needsReason }) => (needsReason ? 'reason' : 'classId'),
  ),
  'not-a-member': conflict(
    'This person is on the staff. Please change their access on the Staff page.',
  ),
  'start-date-missing': conflict(
    'A student needs a start date. Please click Edit and add one first.',
  ),
  'nothing-to-undo': conflict('This reset can no longer be undone. Please reload the page.'),
  'classes-just-changed': conflict('One of these classes was just changed. Please try again.'),
  'retreat-canceled': conflict('This registration was canceled on the retreat site.'),
  'retreat-already-matched': conflict(
    ({ owner }) => `This registration already belongs to ${owner}.`,
  ),
});

const answers = { ...slotAnswers, ...classAnswers, ...signInAnswers, ...otherAnswers };
export type DomainErrorName = keyof typeof answers;

const by = (owner: string | undefined) => (owner ? ` by ${owner}` : '');

function nameClasses(starts: Date[]): string {
  const count = starts.length === 1 ? '1 upcoming class' : `${starts.length} upcoming classes`;
  return `${count} (${nameSome(starts.map(formatSlot), 'more')})`;
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
