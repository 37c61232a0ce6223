import { join } from 'node:path';
import type { FaultState, SandboxContext } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { refuseStranger, serveAccount, twilioAccount } from './account.ts';
import { openDelivery, openWebhooks } from './delivery.ts';
import { serveMessages } from './message-routes.ts';
import { servePhones } from './phones.ts';
import { openTextStore } from './store.ts';

export interface TwilioContext extends SandboxContext {
  store: ReturnType<typeof openTextStore>;
  webhooks: ReturnType<typeof openWebhooks>;
  faults(): FaultState<'twilio'>;
  repliesUrl: string;
}

export function serveTwilio(sandbox: SandboxContext) {
  const { app, directory, portalUrl, feed, vendorFaults } = sandbox;
  const context: TwilioContext = {
    ...sandbox,
    store: openTextStore(join(directory, 'twilio.jsonl')),
    webhooks: openWebhooks(),
    faults: vendorFaults.twilio.current,
    repliesUrl: `${portalUrl}/api/webhooks/twilio/replies`,
  };
  const { deliver, stop } = openDelivery(context);

  app.register(async (calls) => {
    applyFaults(calls, vendorFaults.twilio, feed);
    calls.addHook<{ Params: { account?: string } }>('onRequest', async (request, reply) => {
      const { account = twilioAccount.accountSid } = request.params;
      return refuseStranger(reply, request.headers.authorization, account);
    });
    serveMessages(calls, context, deliver);
    serveAccount(calls, context);
  });
  return {
    phones: servePhones(context),
    settled: context.webhooks.settled,
    async stop() {
      stop();
      await context.webhooks.close();
    },
  };
}

export type Twilio = ReturnType<typeof serveTwilio>;
