import type * as z from 'zod/mini';
import { listUnknown } from '../../../contract/fields.ts';
import { retreatEvent, signatureHeaders } from '../../../contract/webhooks.ts';
import type { RejectedWebhook } from '../../platform/webhooks.ts';
import { readJson } from '../read-answer.ts';
import { whyUntrusted } from '../signed-webhook.ts';
import type { Retreats, RetreatWebhookEvent } from './port.ts';

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
  const { data, error } = retreatEvent.safeParse(readJson(body.toString('utf8')));
  if (!data) return { kind: 'unreadable', reason: describeIssue(error.issues[0]) };
  const { startsAt, endsAt, ...registration } = data.registration;
  return {
    kind: data.type,
    key: data.id,
    at: new Date(data.at),
    ...registration,
    times: startsAt && endsAt ? { startsAt: new Date(startsAt), endsAt: new Date(endsAt) } : null,
    page: registration.page || null,
    name: registration.name || null,
    email: registration.email ?? null,
    phone: registration.phone ?? null,
  };
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') || 'The body';
  if (issue?.code === 'unrecognized_keys')
    return `${path}: Unknown field ${listUnknown(issue.keys)}`;
  // Replace Zod's default messages, because they depend on the loaded locale.
  if (!issue || issue.message.startsWith('Invalid')) return `${path}: We couldn’t read this value`;
  return `${path}: ${issue.message}`;
}
