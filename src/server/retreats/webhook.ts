import type { FastifyInstance } from 'fastify';
import { webhooks } from '../../contract/webhooks.ts';
import { mountWebhook } from '../http/webhook.ts';
import type { Services } from '../platform/services.ts';
import { isNewEvent } from '../platform/webhooks.ts';
import { applyRetreatEvent } from './apply-event.ts';
import { lockRetreatMatching } from './commands.ts';

export function mountRetreatWebhook(app: FastifyInstance, services: Services): void {
  const { database, retreats } = services;
  mountWebhook(app, services, {
    ...webhooks.receiveRetreatEvent,
    parse: retreats.parseWebhook,
    async handle(event, { receivedAt }) {
      await database.transaction(async (transaction) => {
        await lockRetreatMatching(transaction);
        const received = { source: 'retreats' as const, key: event.key, receivedAt };
        if (await isNewEvent(transaction, received)) await applyRetreatEvent(transaction, event);
      });
      return { message: 'Noted.' };
    },
  });
}
