import { HOUR_SECONDS } from '../../platform/clock.ts';
import { TextProblem } from './port.ts';

type Kind = TextProblem['kind'];

/** What the operator has to mend, after which the same message goes out. */
const ofOperator: Record<number, [Kind, string]> = {
  20003: ['wrong-account', 'Twilio does not accept the account’s keys'],
  20005: ['wrong-account', 'The Twilio account is not active'],
  20404: ['wrong-account', 'Twilio has no account with this SID'],
  21408: ['closed-country', 'The Twilio account is not allowed to text this country'],
  21609: ['wrong-account', 'Twilio can’t reach PUBLIC_URL to report deliveries'],
  21212: ['wrong-sender', 'The sender is not a number that Twilio knows'],
  21606: ['wrong-sender', 'The sender is not a number in this account that can send texts'],
  21659: ['wrong-sender', 'The sender is not a number in this account'],
  21660: ['wrong-sender', 'The sender is a number from another account'],
  21701: ['wrong-sender', 'Twilio has no such Messaging Service'],
  21703: ['wrong-sender', 'The Twilio Messaging Service has no numbers'],
  21705: ['wrong-sender', 'Twilio has no such Messaging Service'],
};

const correctNumber = 'Ask for their mobile number and correct it on their page.';
const mayWait =
  'Nothing yet: this often clears up by itself. If it keeps happening for days, ask them for another number.';
const register =
  'This concerns everybody: see the registration of the sender at Twilio (manual, chapter 5).';
const slowDown =
  'This concerns everybody: ask Twilio for a higher limit, or text fewer people a day.';

/** Why a text to this number was not taken, or taken and not delivered, and what to do about it. */
const ofRecipient: Record<number, [reason: string, advice: string]> = {
  21211: ['This is not a phone number that exists', correctNumber],
  21608: [
    'The account at Twilio is a trial, which texts verified numbers only',
    'Upgrade the account at Twilio.',
  ],
  21610: ['They have opted out', 'Only they can change that: by replying START, or on their page.'],
  21612: ['This number cannot be texted from our sender', correctNumber],
  21614: ['This is not the number of a mobile phone', correctNumber],
  21617: ['The text was longer than Twilio takes', 'Write a shorter message.'],
  21635: ['This is a landline', correctNumber],
  30001: ['Too many texts were waiting at Twilio', slowDown],
  30002: ['The account at Twilio was suspended', 'Sign in at Twilio and see why.'],
  30003: ['The phone was switched off or out of reach', mayWait],
  30004: [
    'The phone or its carrier blocks our texts',
    'They may have blocked the number: ask them, by mail.',
  ],
  30005: ['The carrier says this number does not exist', correctNumber],
  30006: ['This is a landline, or a carrier that takes no texts', correctNumber],
  30007: ['The carrier took it for spam and filtered it', register],
  30008: ['The carrier gave no reason', mayWait],
  30010: ['The text would have cost more than is allowed', 'See the highest price set at Twilio.'],
  30017: ['The carrier’s network was overloaded', mayWait],
  30018: ['The carrier takes texts from registered senders only', register],
  30019: ['The text was longer than the carrier takes', 'Write a shorter message.'],
  30022: ['Our sender has sent more at once than the carriers allow', slowDown],
  30023: ['Our sender has sent as many texts as the carrier allows in a day', slowDown],
  30024: ['The carrier does not know our sender', register],
  30027: ['Our sender has sent as many texts as T-Mobile allows in a day', slowDown],
  30032: ['Our toll-free number is not verified', register],
  30033: ['Our registration with the carriers was suspended', register],
  30034: ['Our sender is not registered with the carriers for A2P 10DLC', register],
  30035: ['Our registration with the carriers is not complete', register],
  30036: [
    'It was still waiting at Twilio when it was no longer of use',
    'Nothing: texts were slow at that time.',
  ],
  30038: ['The carrier filtered a text with a code or link', register],
  30410: ['The carrier did not answer in time', mayWait],
  30450: [
    'Twilio took it for fraud and blocked it',
    'Look at Twilio’s log, and ask its support if the number is right.',
  ],
};

interface Answer {
  status: number;
  /** Absent in what something on the way answered. */
  code: number | undefined;
  retryAfterSeconds: number | undefined;
}

const optedOut = 21610;
/** Twilio counts the last 24 hours, and does not tell when there is room again. */
const dailyLimit = 63038;

/** Twilio's own sentences name the number, and ours end up in logs: they are written here. */
export function problemOf({ status, code, retryAfterSeconds }: Answer): TextProblem {
  const words = `Twilio answered ${status}${code ? ` (error ${code})` : ''}`;
  if (code === dailyLimit) {
    const reason = 'The account at Twilio has sent as many texts as it may in a day';
    return new TextProblem('busy', withCode(reason, code), retryAfterSeconds ?? HOUR_SECONDS);
  }
  if (status === 429) return new TextProblem('busy', words, retryAfterSeconds ?? 30);
  if (status >= 500) return new TextProblem('down', words, retryAfterSeconds);
  // Only Twilio's own no is final: a page that something on the way answered with is gone some day.
  if (code === undefined) return new TextProblem('down', words);
  if (code === optedOut) return new TextProblem('opted-out', describe(code) ?? words);
  const [kind, reason] = ofOperator[code] ?? [];
  if (kind && reason) return new TextProblem(kind, withCode(reason, code));
  if (status === 401 || status === 403) return new TextProblem('wrong-account', words);
  return new TextProblem('refused', describe(code) ?? words);
}

/** Why a text that Twilio had taken was not delivered. */
export function undeliveredReason(code: string): string {
  return describe(Number(code)) ?? `The text was not delivered (Twilio error ${code || 'unknown'})`;
}

/** By the code that stands in every reason. */
export function adviseOn(problem: string): string | null {
  const [, code] = problem.match(/\(Twilio error (\d+)\)/) ?? [];
  return ofRecipient[Number(code)]?.[1] ?? null;
}

function describe(code: number): string | undefined {
  const [reason] = ofRecipient[code] ?? [];
  return reason && withCode(reason, code);
}

function withCode(words: string, code: number): string {
  return `${words} (Twilio error ${code})`;
}
