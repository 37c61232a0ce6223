import { and, eq, sql } from 'drizzle-orm';
import { webhooks } from '../../contract/webhooks.ts';
import type { Transaction } from '../database/connect.ts';
import { gatherWith } from '../database/gather.ts';
import { findRow, updateRows } from '../database/rows.ts';
import { sentMessages } from '../database/schema.ts';
import {
  type TextMessage,
  TextProblem,
  type TextWebhookEvent,
} from '../integrations/texts/port.ts';
import { guard, type Holding } from '../jobs/holds.ts';
import { outcomeOf } from '../jobs/outcomes.ts';
import { countMessage } from '../platform/metrics.ts';
import { countryOf } from '../platform/phone.ts';
import type { VendorServices } from '../platform/services.ts';
import type { VendorProblem } from '../platform/vendor-problem.ts';
import type { MessageNote } from './define-message.ts';
import { countText, limitScope, refuseCountry } from './text-limit.ts';

interface Text extends TextMessage {
  row: MessageNote;
  searchText: string;
}

/** Shorter rate limits are routine, so we don't put texts on hold for them. */
const shortLimitSeconds = 5 * 60;
/** Twilio's responses to texts that go out together arrive within a few milliseconds of each other. */
const settleAfterMs = 10;
const outage = 'twilio outage';
const countryScope = ({ to }: Text) => `twilio to ${countryOf(to)}`;
const senderScope = ({ sender }: Text) => `twilio ${sender}`;

function holdingOf(problem: VendorProblem<string>, text: Text): Holding | null {
  const { kind, retryAfterSeconds = 0 } = problem;
  if (kind === 'down') return { scope: outage, isOutage: true };
  if (kind === 'wrong-account') return { scope: 'twilio' };
  if (kind === 'closed-country') return { scope: countryScope(text) };
  if (kind === 'over-limit') return { scope: limitScope, retryAfterSeconds };
  const isLimited = kind === 'busy' && retryAfterSeconds > shortLimitSeconds;
  return kind === 'wrong-sender' || isLimited ? { scope: senderScope(text) } : null;
}

/** Sends the text at most once. Returns false if the person opted out. The caller must hold the text's lock. */
export async function sendLocked(services: VendorServices, text: Text): Promise<boolean> {
  try {
    return await guard(services, {
      scopes: [outage, 'twilio', limitScope, senderScope(text), countryScope(text)],
      holdingOf: (problem) => holdingOf(problem, text),
      work: () => handOver(services, text),
    });
  } catch (error) {
    throw error instanceof TextProblem ? outcomeOf(error) : error;
  }
}

/**
 * Writes a row before calling the provider, so that after a crash or a lost response we can ask whether the provider
 * already has the text.
 */
async function handOver(services: VendorServices, { row, searchText, ...message }: Text) {
  const { database, clock, texts, settings } = services;
  const noted = await note(services, { ...row, recipient: message.to });
  if (noted.providerId) return true;
  try {
    refuseCountry(services, message.to);
    const known = noted.isNew ? null : await texts.find(message.to, searchText, noted.createdAt);
    const statusCallbackUrl = `${settings.publicUrl}${webhooks.receiveTextStatus.path}?message=${noted.id}`;
    if (!known) await countText(services, message);
    const providerId = known ?? (await texts.send(message, statusCallbackUrl));
    countMessage('text', 'sent');
    await noteHandedOver(services, { id: noted.id, providerId });
    return true;
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    const { kind, message: problem } = error;
    const isFinal = kind === 'opted-out' || kind === 'refused';
    countMessage('text', isFinal ? finalOutcomes[kind] : 'waiting');
    const failed = isFinal && ({ status: 'failed', settledAt: clock.now() } as const);
    await updateRows(database, sentMessages, { id: noted.id }, { problem, ...failed });
    if (kind === 'opted-out') return false;
    throw error;
  }
}

/** Deletes the text's row unless the provider has the text after all. The caller must hold the text's lock. */
export async function settleText(
  services: VendorServices,
  key: string,
  searchText: string,
): Promise<void> {
  const { database, texts } = services;
  const whereOpen = and(eq(sentMessages.key, key), eq(sentMessages.status, 'queued'));
  const open = await findRow(database, sentMessages, whereOpen);
  if (!open) return;
  const providerId = await texts.find(open.recipient, searchText, open.createdAt);
  if (providerId) await noteHandedOver(services, { id: open.id, providerId });
  else await database.delete(sentMessages).where(whereOpen);
}

const finalOutcomes = { 'opted-out': 'opted_out', refused: 'refused' } as const;

type NewText = MessageNote & { recipient: string };

const insertTexts = gatherWith(async ({ database, clock }: VendorServices, texts: NewText[]) => {
  const { key, id, createdAt } = sentMessages;
  const rest = { channel: 'text', status: 'queued', createdAt: clock.now() } as const;
  // Each row locks its person, and people are always locked in order of ID.
  const inOrder = texts.toSorted((a, b) => a.personId - b.personId);
  const made = await database
    .insert(sentMessages)
    .values(inOrder.map((text) => ({ ...text, ...rest })))
    .onConflictDoNothing()
    .returning({ key, id, createdAt });
  return texts.map((text) => made.find((row) => row.key === text.key));
});

/** Creates the text's row, or reuses the row from an earlier attempt. */
async function note(services: VendorServices, text: NewText) {
  const { key, recipient, body } = text;
  const { database } = services;
  const made = await insertTexts(services, text);
  if (made) return { ...made, providerId: null, isNew: true };
  const again = { recipient, body, status: 'queued', problem: null, settledAt: null } as const;
  await updateRows(database, sentMessages, { key, providerId: null }, again);
  const known = await findRow(database, sentMessages, { key });
  if (!known) throw new Error(`the row for ${key} was not found`);
  return { ...known, isNew: false };
}

/** Doesn't overwrite the status from a delivery report that arrived before the provider's response. */
const noteHandedOver = gatherWith(
  async ({ database, clock }: VendorServices, sent: { id: number; providerId: string }[]) => {
    const inOrder = sent.toSorted((a, b) => a.id - b.id);
    const ids = sql.param(inOrder.map(({ id }) => id));
    const providerIds = sql.param(inOrder.map(({ providerId }) => providerId));
    await database.execute(sql`
      update sent_messages set provider_id = sent.provider_id, status = 'sent', problem = null,
        settled_at = ${clock.now().toISOString()}::timestamptz
      from unnest(${ids}::bigint[], ${providerIds}::text[]) as sent (id, provider_id)
      where sent_messages.id = sent.id and status = 'queued'`);
    return sent;
  },
  settleAfterMs,
);

type Delivery = Omit<Extract<TextWebhookEvent, { kind: 'delivery' }>, 'kind' | 'key'>;

/** Reports can arrive out of order, so the status never changes from delivered or failed back to sent. */
export async function noteDelivery(
  transaction: Transaction,
  messageId: number,
  { providerId, status, problem }: Delivery,
  now: Date,
): Promise<void> {
  const open = status === 'sent' ? (['queued'] as const) : (['queued', 'sent'] as const);
  const values = { providerId, status, problem, settledAt: now };
  const noted = await updateRows(
    transaction,
    sentMessages,
    { id: messageId, status: open },
    values,
  );
  if (noted.rowCount === 0 || status === 'sent') return;
  countMessage('text', status === 'delivered' ? 'delivered' : 'undelivered');
}
