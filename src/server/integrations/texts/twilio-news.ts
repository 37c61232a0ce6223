import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TextNews } from './port.ts';
import type { TwilioAccount } from './twilio-client.ts';

/** How Twilio's words for a message's fate read in ours; what is missing here is only on its way. */
const fates: Record<string, 'sent' | 'delivered' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

/** Twilio signs the address it calls and the fields it posts there; nothing else proves that it is Twilio. */
export function readTwilioNews(
  { authToken, senders }: TwilioAccount,
  address: string,
  signature: string,
  form: URLSearchParams,
): TextNews {
  if (!isSame(signature, sign(authToken, address, form))) return { kind: 'untrusted' };
  const field = (name: string) => form.get(name) ?? '';
  const id = field('MessageSid') || field('SmsSid');
  const told = field('MessageStatus');
  const status = fates[told];
  if (id && status) {
    const code = field('ErrorCode');
    const problem =
      status === 'failed' ? `The text was not delivered (Twilio error ${code})` : null;
    return { kind: 'delivery', key: `${id} ${told}`, providerId: id, status, problem };
  }
  if (!id || told || !field('From')) return { kind: 'other' };
  const isToReminders = [field('To'), field('MessagingServiceSid')].includes(senders.reminders);
  return {
    kind: 'reply',
    key: id,
    from: field('From'),
    words: field('Body'),
    sender: isToReminders ? 'reminders' : 'login',
    // With Advanced Opt-Out, Twilio knows these words and has replied.
    isAnswered: form.has('OptOutType'),
  };
}

/** TwiML. */
export function answerWith(words: string | null) {
  const message = words === null ? '' : `<Message>${escapeXml(words)}</Message>`;
  const content = `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
  return { type: 'text/xml; charset=utf-8', content };
}

function sign(authToken: string, address: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const content = address + fields.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(content).digest('base64');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
