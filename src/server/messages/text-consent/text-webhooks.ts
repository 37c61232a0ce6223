import type { FastifyInstance } from 'fastify';
import { webhooks } from '../../../contract/webhooks.ts';
import { readTextReply } from '../../../course/text-consent.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockRows } from '../../database/rows.ts';
import { consentEvents, people } from '../../database/schema.ts';
import { mountWebhook } from '../../http/webhook.ts';
import type { TextWebhookEvent } from '../../integrations/texts/port.ts';
import type { VendorServices } from '../../platform/services.ts';
import { isNewEvent, lastingKey } from '../../platform/webhooks.ts';
import { noteDelivery } from '../text-sender.ts';
import { helpText } from '../text-words.ts';

type ReplyEvent = Extract<TextWebhookEvent, { kind: 'reply' }>;

type Reply = Pick<ReplyEvent, 'key' | 'from' | 'text'>;
type TakeReply = (transaction: Transaction, reply: Reply) => Promise<void>;

export function mountTextWebhooks(
  app: FastifyInstance,
  services: VendorServices,
  takeReply: TakeReply,
): void {
  const { database, clock, texts, settings } = services;

  mountWebhook(app, services, {
    ...webhooks.receiveTextStatus,
    parse: texts.parseWebhook,
    async handle(event, { url }) {
      const messageId = Number(new URL(url).searchParams.get('message') ?? Number.NaN);
      if (event.kind === 'delivery' && Number.isSafeInteger(messageId)) {
        await once(event.key, (transaction) =>
          noteDelivery(transaction, messageId, event, clock.now()),
        );
      }
      return { message: 'Noted.' };
    },
  });

  mountWebhook(app, services, {
    ...webhooks.receiveTextReply,
    parse: texts.parseWebhook,
    async handle(event, _request, reply) {
      const answer = event.kind === 'reply' ? await handleReply(event) : null;
      const { contentType, body } = texts.formatReply(answer);
      return reply.type(contentType).send(body);
    },
  });

  async function handleReply(event: ReplyEvent): Promise<string | null> {
    const { key, from, text, sender, takenFor } = event;
    const meaning = takenFor ?? readTextReply(text);
    // Twilio doesn't sign a timestamp, so we can recognize a replayed STOP or START only by its key. A lasting key is
    // never deleted.
    const knownBy = lastingKey(key);
    const isNew = await once(knownBy, async (transaction) => {
      if (meaning === null && sender === 'reminders') {
        await takeReply(transaction, { key: knownBy, from, text });
      }
      // STOP counts no matter which sender received it, but START counts only if the reminders sender received it.
      const isChange = meaning === 'stop' || (meaning === 'start' && sender === 'reminders');
      if (!isChange) return;
      const reply = { from, text: text.trim(), consent: meaning === 'start' };
      await recordReply(transaction, reply, clock.now());
    });
    return isNew && meaning === 'help' && !takenFor ? helpText(settings.site) : null;
  }

  /** Returns false if the event was already handled. */
  function once(key: string, work: (transaction: Transaction) => Promise<void>) {
    return database.transaction(async (transaction) => {
      const event = { source: 'twilio', key, receivedAt: clock.now() } as const;
      if (!(await isNewEvent(transaction, event))) return false;
      await work(transaction);
      return true;
    });
  }
}

/**
 * STOP applies to everyone with that number. START applies to people who can sign in with the number or, if there are
 * none, to people who entered it.
 */
async function recordReply(
  transaction: Transaction,
  { from, text, consent }: { from: string; text: string; consent: boolean },
  at: Date,
): Promise<void> {
  const reached = await lockRows(transaction, people, { textPhone: from }, 'no key update');
  const owners = reached.filter(({ phone }) => phone !== null);
  const repliers = consent && owners.length > 0 ? owners : reached;
  if (repliers.length === 0) return;
  await transaction.insert(consentEvents).values(
    repliers.map(({ id: personId }) => ({
      personId,
      consent,
      shown: `Replied: ${text}`,
      source: 'reply' as const,
      at,
    })),
  );
}
