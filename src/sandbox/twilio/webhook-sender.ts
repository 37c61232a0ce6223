import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { twilioAccount } from './account.ts';

const maxAttempts = 3;

/** Posts signed forms to the portal, one after the other, each at most three times. */
export function createWebhookSender() {
  let sent: Promise<unknown> = Promise.resolve();
  let isClosing = false;
  return {
    /** The body of the portal's answer; undefined when every attempt failed. */
    send(url: string, form: Record<string, string>): Promise<string | undefined> {
      const answer = sent.then(() => deliver(url, new URLSearchParams(form)));
      sent = answer;
      return answer;
    },
    settled: () => sent,
    close() {
      isClosing = true;
      return sent;
    },
  };

  async function deliver(url: string, form: URLSearchParams): Promise<string | undefined> {
    for (let attempt = 1; attempt <= maxAttempts && !isClosing; attempt += 1) {
      const answer = await post(url, form).catch(() => undefined);
      if (answer?.ok) return answer.text();
      if (attempt < maxAttempts) await pause(200 * attempt);
    }
    return undefined;
  }
}

function post(url: string, form: URLSearchParams) {
  return fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(url, form) },
    body: form,
    signal: AbortSignal.timeout(3000),
  });
}

/** Over the URL, then every field's name and value in the order of the names. */
function signatureOf(url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const content = names.map((name) => `${name}${form.get(name)}`).join('');
  return createHmac('sha1', twilioAccount.authToken)
    .update(url + content)
    .digest('base64');
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
