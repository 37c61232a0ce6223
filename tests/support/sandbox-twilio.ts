import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Message } from '../../src/sandbox/outbox.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { testClock } from './clock.ts';
import { discard } from './leftovers.ts';

const phone = '+12025550100';

export async function openSandboxTwilio() {
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  const received: { path: string; form: Record<string, string>; signature: unknown }[] = [];
  const listener = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const signature = request.headers['x-twilio-signature'];
    received.push({ path: request.url ?? '', form, signature });
    response.end('<Response><Message>Ask &#38; learn</Message></Response>');
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const portalUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const start = () =>
    startSandbox({ host: '127.0.0.1', port: 0, directory, portalUrl, clock: testClock() });
  let sandbox = await start();

  return {
    phone,
    received,
    keys: () => sandbox.keys.twilio,
    reported: () => sandbox.twilioWebhooksSent(),

    async restart() {
      await sandbox.stop();
      sandbox = await start();
    },

    async call(path: string, fields?: Record<string, string>, password?: string) {
      const { baseUrl, accountSid, authToken } = sandbox.keys.twilio;
      const authorization = `Basic ${btoa(`${accountSid}:${password ?? authToken}`)}`;
      const answer = await fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}${path}`, {
        headers: { authorization },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
      return { status: answer.status, body: (await answer.json()) as any };
    },

    send(change: Record<string, string | undefined> = {}) {
      const fields = {
        To: phone,
        MessagingServiceSid: sandbox.keys.twilio.reminderSender,
        Body: 'Hello',
        StatusCallback: `${portalUrl}/status?message=1`,
        ...change,
      };
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      return this.call('/Messages.json', Object.fromEntries(given) as Record<string, string>);
    },

    async post(path: string, body: object) {
      const headers = { 'content-type': 'application/json' };
      const options = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(sandbox.url + path, options)).status;
    },

    faults(faults: object) {
      return this.post('/twilio/faults', faults);
    },

    async reply(body: string, to = '') {
      const path = `/stage/phones/${encodeURIComponent(phone)}/replies`;
      const form = new URLSearchParams({ body, ...(to && { to }) });
      const init = { method: 'POST', body: form, redirect: 'manual' } as const;
      return (await fetch(sandbox.url + path, init)).headers.get('location');
    },

    async outbox() {
      return (await (await fetch(`${sandbox.url}/outbox`)).json()) as Message[];
    },

    async phones() {
      return (await fetch(`${sandbox.url}/twilio/phones`)).json();
    },

    reports: () =>
      received.flatMap(({ form }) =>
        form.MessageStatus ? [[form.MessageStatus, form.ErrorCode].filter(Boolean).join(' ')] : [],
      ),

    async [Symbol.asyncDispose]() {
      await sandbox.stop();
      listener.close();
      discard(directory);
    },
  };
}
