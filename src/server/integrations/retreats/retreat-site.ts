import type * as z from 'zod/mini';
import { listUnknown } from '../../../contract/fields.ts';
import { type RETREAT_EVENTS, retreatEvent, signatureHeaders } from '../../../contract/webhooks.ts';
import type { RejectedWebhook } from '../../platform/webhooks.ts';
import { whyUntrusted } from '../signed-webhook.ts';
import type { Retreats, RetreatWebhookEvent } from './port.ts';

const kinds = {
  'registration.made': 'made',
  'registration.changed': 'changed',
  'registration.canceled': 'canceled',
} as const satisfies Record<(typeof RETREAT_EVENTS)[number], string>;

const signatureHeader = signatureHeaders.retreats.toLowerCase();

export function openRetreatSite({ webhookSecret }: { webhookSecret: string }): Retreats {
  return {
    parseWebhook({ headers, body, receivedAt }) {
      const timestamp = String(headers['x-retreats-timestamp'] ?? '');
      const signature = String(headers[signatureHeader] ?? '');
      const signed = { secret: webhookSecret, version: 'v1', timestamp, signature, body };
      const reason = whyUntrusted(signed, receivedAt);
      return reason ? { kind: 'untrusted', reason } : parseBody(body);
    },
  };
}

function parseBody(body: Buffer): RetreatWebhookEvent | RejectedWebhook {
  const { data, error } = retreatEvent.safeParse(readJson(body));
  if (!data) return { kind: 'unreadable', reason: describeIssue(error.issues[0]) };
  const { reference, title, description, startsAt, endsAt } = data.registration;
  return {
    kind: kinds[data.type],
    key: data.id,
    at: new Date(data.at),
    reference,
    title,
    description,
    times: startsAt && endsAt ? { startsAt: new Date(startsAt), endsAt: new Date(endsAt) } : null,
    page: data.registration.page || null,
    name: data.registration.name || null,
    email: data.registration.email ?? null,
    phone: data.registration.phone ?? null,
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') || 'The body';
  if (issue?.code === 'unrecognized_keys')
    return `${path}: Unknown field ${listUnknown(issue.keys)}`;
  // Replace Zod's default messages, because they depend on the loaded locale.
  if (!issue || issue.message.startsWith('Invalid')) return `${path}: We couldn’t read this value`;
  return `${path}: ${issue.message}`;
}
