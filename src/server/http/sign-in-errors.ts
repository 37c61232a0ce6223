import type { RefusedLink } from '../../contract/accounts.ts';
import { answersTo, conflict, forbidden, invalid, tooMany } from './error-answers.ts';

const linkSentences: Record<RefusedLink['state'], (worked: string | undefined) => string> = {
  used: () => 'This link has already been used. Each link works once.',
  expired: (worked) => `This link has expired.${worked ? ` It was valid for ${worked}.` : ''}`,
  replaced: () => 'We’ve sent you a newer link since then. Only the newest one works.',
  'taken-back': () => 'This link no longer works.',
  unknown: () => 'Invalid or expired token',
};

export const signInAnswers = answersTo({
  'identifier-invalid': invalid('Please enter a valid email address or phone number.'),
  'too-many-attempts': tooMany(
    'There were too many attempts. Please wait a few minutes and try again.',
  ),
  'text-elsewhere': invalid(
    ({ countries }) => `We can only text numbers in ${countries}. Please use email instead.`,
  ),
  'texts-used-up': tooMany(
    'We’ve reached today’s limit for text messages. Please use email instead, or try again tomorrow.',
  ),
  'login-token-invalid': invalid(({ current: { state }, worked }) => linkSentences[state](worked)),
  'code-wrong': invalid(
    ({ left }) =>
      `That isn’t the code in our newest message. You have ${left === 1 ? '1 try' : `${left} tries`} left.`,
    'code',
  ),
  'code-dead': invalid(
    'There were too many failed attempts, so this code no longer works. Use the link in the message, or ask for a new code.',
    'code',
  ),
  'code-expired': invalid(
    'This code has expired, or you requested it in another browser. Please ask for a new one.',
    'code',
  ),
  'code-over': invalid(
    'This code or its link has already been used, or we’ve sent a newer one. Please ask for a new code.',
    'code',
  ),
  'confirmation-needed': {
    status: 401,
    sentence: 'You signed in more than 10 minutes ago. Please confirm that it’s you.',
  },
  'passkey-needed': forbidden('Please use your passkey first.'),
  'passkey-refused': invalid(
    'We couldn’t sign you in with that passkey. Please try again, or sign in another way.',
  ),
  'passkey-last': conflict(
    'This portal requires a passkey, and this is your only one. Please add another one first.',
  ),
  'number-code-dead': invalid(
    'There were too many failed attempts, so this code no longer works. Please ask for a new one.',
    'code',
  ),
  'number-code-expired': invalid(
    'This code has expired, or it was for another number. Please ask for a new one.',
    'code',
  ),
  'number-of-another': conflict(
    'Someone else already signs in with this number, so you can’t sign in with it. You’ll still get our texts at this number.',
    'code',
  ),
  'login-links-for-admins-only': forbidden('Only admins can copy login links.'),
  'account-gone': conflict('This account no longer exists.'),
  'phone-gone': conflict('This person no longer has a phone number.'),
  'phone-unconfirmed': conflict(
    'This person entered the number themselves and hasn’t confirmed it yet, so we can’t send a login link to it.',
  ),
  'staff-sign-in-by-email-only': conflict(
    'This portal doesn’t text login links to staff. Please send the link by email.',
  ),
  'person-deactivated': conflict('This person is deactivated. Please reactivate them first.'),
});
