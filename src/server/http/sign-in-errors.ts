import type { RefusedLink } from '../../contract/accounts.ts';
import type { Answers } from './domain-errors.ts';

const linkSentences: Record<RefusedLink['state'], (worked: string | undefined) => string> = {
  used: () => 'This link has been used already. Each link works once.',
  expired: (worked) => `This link has expired.${worked ? ` It worked for ${worked}.` : ''}`,
  replaced: () => 'A newer link was sent to you since then. Only the newest one works.',
  'taken-back': () => 'This link does not work any more.',
  unknown: () => 'Invalid or expired token',
};

export const signInAnswers = {
  'identifier-invalid': {
    status: 400,
    sentence: 'Please enter a valid email address or phone number.',
  },
  'too-many-attempts': {
    status: 429,
    sentence: 'That was too many attempts. Please wait a few minutes and try again.',
  },
  'login-token-invalid': {
    status: 400,
    sentence: ({ current: { state }, worked }) => linkSentences[state](worked),
  },
  'code-wrong': {
    status: 400,
    sentence: ({ left }) =>
      `That is not the code of the newest message. You have ${left === 1 ? '1 try' : `${left} tries`} left.`,
    field: 'code',
  },
  'code-dead': {
    status: 400,
    sentence:
      'This code was tried too often and no longer works. The link in the message still does; or have a new one sent.',
    field: 'code',
  },
  'code-expired': {
    status: 400,
    sentence:
      'This code has expired, or it was asked for in another browser. Please have a new one sent.',
    field: 'code',
  },
  'code-over': {
    status: 400,
    sentence:
      'This code, or the link beside it, has been used or replaced by a newer one. Please have a new one sent.',
    field: 'code',
  },
  'number-code-dead': {
    status: 400,
    sentence: 'This code was tried too often and no longer works. Please have a new one sent.',
    field: 'code',
  },
  'number-code-expired': {
    status: 400,
    sentence: 'This code has expired, or it was for another number. Please have a new one sent.',
    field: 'code',
  },
  'number-of-another': {
    status: 409,
    sentence:
      'Somebody else signs in with this number already, so you cannot sign in with it, too. Your texts still go there.',
    field: 'code',
  },
  'login-links-for-admins-only': { status: 403, sentence: 'Only admins may copy login links.' },
  'account-gone': { status: 409, sentence: 'This account does not exist any more.' },
  'phone-gone': { status: 409, sentence: 'There is no phone number to send it to any more.' },
  'phone-unconfirmed': {
    status: 409,
    sentence:
      'They have typed this number in themselves and not confirmed it yet, so no login link goes there.',
  },
  'staff-sign-in-by-email-only': {
    status: 409,
    sentence: 'Staff are sent no login links by text here.',
  },
  'access-ended': {
    status: 409,
    sentence: 'Their access to the portal has ended. Give it back first.',
  },
} satisfies Partial<Answers>;
