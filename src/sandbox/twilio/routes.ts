import { join } from 'node:path';
import type { SandboxContext } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { refuseStranger, twilioAccount } from './account.ts';
import { serveAccount } from './account-routes.ts';
import { openDelivery, openWebhooks } from './delivery.ts';
import { serveMessages } from './message-routes.ts';
import { servePhones } from './phones.ts';
import { openTextStore } from './store.ts';
import { openTwilioSwitches, type TwilioFaults } from './switches.ts';

export interface TwilioContext extends SandboxContext {
  store: ReturnType<typeof openTextStore>;
  webhooks: ReturnType<typeof openWebhooks>;
  faults(): TwilioFaults;
  /** The portal's address for texts that people send. */
  repliesUrl: string;
}

/** Twilio, and the phones that its messages reach. */
export function serveTwilio(sandbox: SandboxContext) {
  const { app, directory, portalUrl, feed } = sandbox;
  const switches = openTwilioSwitches(app);
  const context: TwilioContext = {
    ...sandbox,
    store: openTextStore(join(directory, 'twilio.jsonl')),
    webhooks: openWebhooks(),
    faults: switches.current,
    repliesUrl: `${portalUrl}/api/webhooks/twilio/replies`,
  };
  const { deliver, stop } = openDelivery(context);

  app.register(async (calls) => {
    applyFaults(calls, switches, feed);
    calls.addHook<{ Params: { account?: string } }>('onRequest', async (request, reply) => {
      const { account = twilioAccount.accountSid } = request.params;
      return refuseStranger(reply, request.headers.authorization, account);
    });
    serveMessages(calls, context, deliver);
    serveAccount(calls, context);
  });
  return {
    switches,
    phones: servePhones(context),
    settled: context.webhooks.settled,
    async stop() {
      stop();
      await context.webhooks.close();
    },
  };
}

export type Twilio = ReturnType<typeof serveTwilio>;
