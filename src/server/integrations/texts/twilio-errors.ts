import { TextProblem } from './port.ts';

type Kind = TextProblem['kind'];

/** What the operator has to mend, after which the same message goes out. */
const ofOperator: Record<number, [Kind, string]> = {
  20003: ['wrong-account', 'Twilio does not accept the keys of the account'],
  20005: ['wrong-account', 'The account at Twilio is not active'],
  20404: ['wrong-account', 'Twilio has no account of this SID'],
  21408: ['closed-country', 'The account at Twilio is not allowed to text this country'],
  21609: ['wrong-account', 'Twilio cannot report to PUBLIC_URL, which must be reachable for it'],
  21212: ['wrong-sender', 'The sender is not a number that Twilio knows'],
  21606: ['wrong-sender', 'The sender is not a number of this account that can send texts'],
  21659: ['wrong-sender', 'The sender is not a number of this account'],
  21660: ['wrong-sender', 'The sender is a number of another account'],
  21701: ['wrong-sender', 'Twilio has no such Messaging Service'],
  21703: ['wrong-sender', 'The Messaging Service at Twilio has no numbers'],
  21705: ['wrong-sender', 'Twilio has no such Messaging Service'],
};

/** Why a text to this number was not taken, or taken and not delivered. */
const ofRecipient: Record<number, string> = {
  21211: 'This is not a phone number that exists',
  21608: 'The account at Twilio is a trial, which texts verified numbers only',
  21612: 'This number cannot be texted from our sender',
  21614: 'This is not the number of a mobile phone',
  30001: 'Too many texts were waiting at Twilio',
  30002: 'The account at Twilio was suspended',
  30003: 'The phone was switched off or out of reach',
  30004: 'The phone or its carrier blocks our texts',
  30005: 'The carrier knows no such number',
  30006: 'This is a landline, or a carrier that takes no texts',
  30007: 'The carrier took it for spam and filtered it',
  30008: 'The carrier gave no reason',
  30032: 'Our toll-free number is not verified',
  30034: 'Our sender is not registered with the carriers for A2P 10DLC',
  30036: 'It was still waiting at Twilio when it was no longer of use',
};

interface Answer {
  status: number;
  /** Absent in what something on the way answered. */
  code: number | undefined;
  retryAfterSeconds: number | undefined;
}

const optedOut = 21610;

/** Twilio's own sentences name the number, and ours end up in logs: they are written here. */
export function problemOf({ status, code, retryAfterSeconds }: Answer): TextProblem {
  const words = `Twilio answered ${status}${code ? ` (error ${code})` : ''}`;
  if (status === 429) return new TextProblem('busy', words, retryAfterSeconds ?? 30);
  if (status >= 500) return new TextProblem('down', words, retryAfterSeconds);
  // Only Twilio's own no is final: a page that something on the way answered with is gone some day.
  if (code === undefined) return new TextProblem('down', words);
  if (code === optedOut) return new TextProblem('opted-out', withCode('They have opted out', code));
  const [kind, reason] = ofOperator[code] ?? [];
  if (kind && reason) return new TextProblem(kind, withCode(reason, code));
  if (status === 401 || status === 403) return new TextProblem('wrong-account', words);
  const known = ofRecipient[code];
  return new TextProblem('refused', known ? withCode(known, code) : words);
}

/** Why a text that Twilio had taken was not delivered. */
export function undeliveredReason(code: string): string {
  const known = ofRecipient[Number(code)];
  if (known) return withCode(known, Number(code));
  return `The text was not delivered (Twilio error ${code || 'unknown'})`;
}

function withCode(words: string, code: number): string {
  return `${words} (Twilio error ${code})`;
}
