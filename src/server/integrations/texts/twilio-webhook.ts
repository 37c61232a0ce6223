import { createHmac } from 'node:crypto';
import { signatureHeaders } from '../../../contract/webhooks.ts';
import type { TextReply } from '../../../course/text-consent.ts';
import { isSameSecret } from '../../platform/tokens.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';
import type { TextWebhookEvent } from './port.ts';
import { undeliveredReason } from './twilio-errors.ts';
import type { TwilioAccount } from './twilio-http.ts';

/** We ignore any other status, which means that the message is still on its way. */
const statuses: Record<string, 'sent' | 'delivered' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

/** With Advanced Opt-Out, Twilio recognizes these replies and handles them itself. */
const optOutTypes: Record<string, TextReply> = { STOP: 'stop', START: 'start', HELP: 'help' };

const signatureHeader = signatureHeaders.twilio.toLowerCase();

export function parseTwilioWebhook(
  { authToken, senders }: Pick<TwilioAccount, 'authToken' | 'senders'>,
  { url, headers, body }: Pick<WebhookRequest, 'url' | 'headers' | 'body'>,
): TextWebhookEvent | RejectedWebhook {
  const form = new URLSearchParams(body.toString('utf8'));
  const signature = String(headers[signatureHeader] ?? '');
  if (!isSameSecret(signature, sign(authToken, url, form))) {
    return { kind: 'untrusted', reason: 'The signature is invalid.' };
  }
  const field = (name: string) => form.get(name) ?? '';
  const id = field('MessageSid') || field('SmsSid');
  const reported = field('MessageStatus');
  const status = statuses[reported];
  if (id && status) {
    const problem = status === 'failed' ? undeliveredReason(field('ErrorCode')) : null;
    return { kind: 'delivery', key: `${id} ${reported}`, providerId: id, status, problem };
  }
  if (!id || reported || !field('From')) return { kind: 'other' };
  const isToReminders = [field('To'), field('MessagingServiceSid')].includes(senders.reminders);
  return {
    kind: 'reply',
    key: id,
    from: field('From'),
    text: field('Body'),
    sender: isToReminders ? 'reminders' : 'login',
    takenFor: optOutTypes[field('OptOutType')] ?? null,
  };
}

export function formatReply(text: string | null) {
  const message = text === null ? '' : `<Message>${escapeXml(text)}</Message>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
  return { contentType: 'text/xml; charset=utf-8', body };
}

function sign(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const content = url + fields.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(content).digest('base64');
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
