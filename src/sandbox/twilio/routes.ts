import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { applyFaults } from '../faults.ts';
import type { Feed } from '../feed.ts';
import type { Outbox } from '../outbox.ts';
import { serveAccount } from './account-routes.ts';
import { openDelivery } from './delivery.ts';
import { serveMessages } from './message-routes.ts';
import { servePhones } from './phones.ts';
import { openTextStore } from './store.ts';
import { openTwilioSwitches } from './switches.ts';
import { createWebhookSender } from './webhook-sender.ts';

interface Options {
  directory: string;
  portalUrl: string;
  outbox: Outbox;
  clock: SandboxClock;
  feed: Feed;
}

/** Twilio, and the phones that its messages reach. */
export function serveTwilio(app: FastifyInstance, options: Options) {
  const { directory, outbox, clock, feed } = options;
  const switches = openTwilioSwitches(app);
  const faults = switches.current;
  const webhooks = createWebhookSender();
  const store = openTextStore(join(directory, 'twilio.jsonl'));

  const { deliver, stop } = openDelivery({ outbox, store, faults, feed, webhooks });
  const reported = webhooks.settled;

  app.register(async (calls) => {
    applyFaults(calls, switches, feed);
    serveMessages(calls, { store, clock, faults, feed, deliver, reported });
  });
  app.register(async (calls) => {
    applyFaults(calls, switches, feed);
    serveAccount(calls, { faults }, `${options.portalUrl}/api/webhooks/twilio/replies`);
  });
  const phones = servePhones(app, { ...options, store, webhooks, faults });
  return {
    switches,
    phones,
    settled: webhooks.settled,
    async stop() {
      stop();
      await webhooks.close();
    },
  };
}

export type Twilio = ReturnType<typeof serveTwilio>;
