import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { twilioAccount } from './account.ts';

const tries = 3;

/** Posts signed forms to the portal, one after the other, and again if nobody listens. */
export function openTeller() {
  let told: Promise<unknown> = Promise.resolve();
  let isClosing = false;
  return {
    /** What the portal answered, or nothing when it never did. */
    tell(address: string, form: Record<string, string>): Promise<string | undefined> {
      const answer = told.then(() => deliver(address, new URLSearchParams(form)));
      told = answer;
      return answer;
    },
    settled: () => told,
    close() {
      isClosing = true;
      return told;
    },
  };

  async function deliver(address: string, form: URLSearchParams): Promise<string | undefined> {
    for (let attempt = 1; attempt <= tries && !isClosing; attempt += 1) {
      const answer = await post(address, form).catch(() => undefined);
      if (answer?.ok) return answer.text();
      if (attempt < tries) await pause(200 * attempt);
    }
    return undefined;
  }
}

function post(address: string, form: URLSearchParams) {
  return fetch(address, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(address, form) },
    body: form,
    signal: AbortSignal.timeout(3000),
  });
}

/** The address, then every field's name and value in the order of the names. */
function signatureOf(address: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const content = names.map((name) => `${name}${form.get(name)}`).join('');
  return createHmac('sha1', twilioAccount.authToken)
    .update(address + content)
    .digest('base64');
}

export type TwilioTeller = ReturnType<typeof openTeller>;
