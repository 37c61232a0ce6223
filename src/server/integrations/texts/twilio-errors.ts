import { HOUR_SECONDS } from '../../platform/clock.ts';
import { TextProblem } from './port.ts';

const operatorErrors: Record<number, [TextProblem['kind'], string]> = {
  20003: ['wrong-account', 'Twilio doesn’t accept the account’s keys'],
  20005: ['wrong-account', 'The Twilio account isn’t active'],
  20404: ['wrong-account', 'Twilio can’t find an account with this SID'],
  21408: ['closed-country', 'The Twilio account isn’t allowed to text this country'],
  21609: ['wrong-account', 'Twilio can’t reach PUBLIC_URL to report deliveries'],
  21212: ['wrong-sender', 'Twilio doesn’t recognize the sender’s number'],
  21606: ['wrong-sender', 'The sender isn’t a number in this account, or it can’t send texts'],
  21659: ['wrong-sender', 'The sender isn’t a number in this account'],
  21660: ['wrong-sender', 'The sender is a number from another account'],
  21701: ['wrong-sender', 'Twilio can’t find this Messaging Service'],
  21703: ['wrong-sender', 'The Twilio Messaging Service has no numbers'],
  21705: ['wrong-sender', 'Twilio can’t find this Messaging Service'],
};

const correctNumber = 'Ask the person for their mobile number, and correct it on their page.';
const mayWait =
  'Wait a bit. This often clears up on its own. If it keeps happening for days, ask the person for another number.';
const register =
  'This affects everyone. Check the sender’s registration in Twilio (manual, chapter 5).';
const slowDown =
  'This affects everyone. Ask Twilio for a higher limit, or text fewer people per day.';

const recipientErrors: Record<number, [reason: string, advice: string]> = {
  21211: ['This phone number doesn’t exist', correctNumber],
  21608: [
    'This is a Twilio trial account, which can only text verified numbers',
    'Upgrade the Twilio account.',
  ],
  21610: [
    'This person has opted out of texts',
    'Only they can change that, by replying START or on their account page.',
  ],
  21612: ['Our sender can’t text this number', correctNumber],
  21614: ['This isn’t a mobile number', correctNumber],
  21617: ['The text was too long for Twilio', 'Write a shorter message.'],
  21635: ['This is a landline', correctNumber],
  30001: ['Twilio’s queue was full', slowDown],
  30002: ['The Twilio account was suspended', 'Sign in to Twilio to see why.'],
  30003: ['The phone was turned off or out of range', mayWait],
  30004: [
    'The phone or its carrier blocks our texts',
    'This person may have blocked our number. Ask them by email.',
  ],
  30005: ['The carrier says this number doesn’t exist', correctNumber],
  30006: ['This is a landline, or its carrier doesn’t accept texts', correctNumber],
  30007: ['The carrier filtered this text as spam', register],
  30008: ['The carrier gave no reason', mayWait],
  30010: [
    'The text would have cost more than your maximum price',
    'Check the maximum price in Twilio.',
  ],
  30017: ['The carrier’s network was overloaded', mayWait],
  30018: ['The carrier accepts texts from registered senders only', register],
  30019: ['The text was too long for the carrier', 'Write a shorter message.'],
  30022: ['We sent texts faster than the carriers allow', slowDown],
  30023: ['We reached the carrier’s daily limit', slowDown],
  30024: ['The carrier doesn’t recognize our sender', register],
  30027: ['We reached T-Mobile’s daily limit', slowDown],
  30032: ['Our toll-free number isn’t verified', register],
  30033: ['Our registration with the carriers was suspended', register],
  30034: ['Our sender isn’t registered with the carriers for A2P 10DLC', register],
  30035: ['Our registration with the carriers isn’t complete', register],
  30036: [
    'The text expired before Twilio could send it',
    'You don’t need to do anything. Texts were delayed at the time.',
  ],
  30038: ['The carrier filtered this text because of its code or link', register],
  30410: ['The carrier didn’t respond in time', mayWait],
  30450: [
    'Twilio blocked this text as suspected fraud',
    'Check Twilio’s log. If the number is right, contact Twilio support.',
  ],
};

interface Answer {
  status: number;
  code: number | undefined;
  retryAfterSeconds: number | undefined;
}

const optedOut = 21610;
/** We exceeded the limit on texts per rolling 24 hours. Twilio doesn't say when we can send again. */
const dailyLimit = 63038;

/** We write our own messages, because Twilio's contain the phone number, which must not be logged. */
export function problemOf({ status, code, retryAfterSeconds }: Answer): TextProblem {
  const answer = `Twilio returned ${status}${code ? ` (error ${code})` : ''}`;
  if (code === dailyLimit) {
    const reason = 'The Twilio account reached its daily limit for texts';
    return new TextProblem('busy', withCode(reason, code), retryAfterSeconds ?? HOUR_SECONDS);
  }
  if (status === 429) return new TextProblem('busy', answer, retryAfterSeconds ?? 30);
  if (status >= 500) return new TextProblem('down', answer, retryAfterSeconds);
  // The response isn't one of Twilio's own errors, so the problem may be temporary.
  if (code === undefined) return new TextProblem('down', answer);
  if (code === optedOut) return new TextProblem('opted-out', reasonOf(code) ?? answer);
  const [kind, reason] = operatorErrors[code] ?? [];
  if (kind && reason) return new TextProblem(kind, withCode(reason, code));
  if (status === 401 || status === 403) return new TextProblem('wrong-account', answer);
  return new TextProblem('refused', reasonOf(code) ?? answer);
}

export function undeliveredReason(code: string): string {
  return reasonOf(Number(code)) ?? `The text wasn’t delivered (Twilio error ${code || 'unknown'})`;
}

export function adviseOn(problem: string): string | null {
  const [, code] = problem.match(/\(Twilio error (\d+)\)/) ?? [];
  return recipientErrors[Number(code)]?.[1] ?? null;
}

function reasonOf(code: number): string | undefined {
  const [reason] = recipientErrors[code] ?? [];
  return reason && withCode(reason, code);
}

function withCode(reason: string, code: number): string {
  return `${reason} (Twilio error ${code})`;
}
