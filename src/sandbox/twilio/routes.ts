import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import type { Outbox } from '../outbox.ts';
import { twilioAccount } from './account.ts';
import { serveAccount } from './account-routes.ts';
import { openFaults } from './faults.ts';
import { serveMessages } from './message-routes.ts';
import { servePhones } from './phones.ts';
import { openTextStore, type Text } from './store.ts';
import { createWebhookSender } from './webhook-sender.ts';

interface Options {
  directory: string;
  portalUrl: string;
  outbox: Outbox;
  clock: SandboxClock;
}

const unreachableHandset = 30003;

/** Twilio, and the phones that its messages reach. */
export function serveTwilio(app: FastifyInstance, options: Options) {
  const { directory, outbox, clock } = options;
  const faults = openFaults(app);
  const webhooks = createWebhookSender();
  const store = openTextStore(join(directory, 'twilio.jsonl'));

  app.register(async (calls) => {
    calls.addHook('onRequest', faults.injectFault);
    calls.addHook('onSend', faults.truncateBody);
    serveMessages(calls, { store, clock, faults, deliver });
  });
  app.register(async (calls) => {
    calls.addHook('onRequest', faults.injectFault);
    calls.addHook('onSend', faults.truncateBody);
    serveAccount(calls, { faults }, `${options.portalUrl}/api/webhooks/twilio/replies`);
  });
  servePhones(app, { ...options, store, webhooks });
  return { stop: webhooks.close, settled: webhooks.settled };

  function deliver(text: Text): void {
    const isLost = faults.isUndeliverable();
    if (!isLost) outbox.add({ channel: 'text', to: text.to, subject: '', text: text.body });
    for (const status of ['sent', isLost ? 'undelivered' : 'delivered']) {
      const errorCode = status === 'undelivered' ? unreachableHandset : null;
      store.save({ ...text, status, errorCode });
      reportStatus(text, status, errorCode);
    }
  }

  function reportStatus(text: Text, status: string, code: number | null) {
    const { sid, from, to, service, statusCallback } = text;
    if (!statusCallback) return;
    webhooks.send(statusCallback, {
      MessageSid: sid,
      SmsSid: sid,
      MessageStatus: status,
      SmsStatus: status,
      AccountSid: twilioAccount.sid,
      From: from,
      To: to,
      ApiVersion: '2010-04-01',
      ...(service && { MessagingServiceSid: service }),
      ...(code && { ErrorCode: String(code) }),
    });
  }
}
