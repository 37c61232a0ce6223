import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import type { Outbox } from '../outbox.ts';
import { twilioAccount } from './account.ts';
import { openFaults } from './faults.ts';
import { serveMessages } from './message-routes.ts';
import { servePhones } from './phones.ts';
import { openTextStore, type Text } from './store.ts';
import { openTeller } from './teller.ts';

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
  const teller = openTeller();
  const store = openTextStore(join(directory, 'twilio.jsonl'));

  app.register(async (calls) => {
    calls.addHook('onRequest', faults.strike);
    serveMessages(calls, { store, clock, faults, deliver });
  });
  servePhones(app, { ...options, store, teller });
  return { stop: teller.close, settled: teller.settled };

  function deliver(text: Text): void {
    const isLost = faults.isUndeliverable();
    if (!isLost) outbox.add({ channel: 'text', to: text.to, subject: '', text: text.body });
    for (const status of ['sent', isLost ? 'undelivered' : 'delivered']) {
      const errorCode = status === 'undelivered' ? unreachableHandset : null;
      store.save({ ...text, status, errorCode });
      tellOf(text, status, errorCode);
    }
  }

  function tellOf({ sid, from, to, service, toldAt }: Text, status: string, code: number | null) {
    if (!toldAt) return;
    teller.tell(toldAt, {
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
