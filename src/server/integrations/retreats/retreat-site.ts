import * as z from 'zod/mini';
import { instant, listUnknown } from '../../../contract/fields.ts';
import {
  email,
  phone,
  requiredLines,
  requiredText,
  typedText,
} from '../../../contract/typed-fields.ts';
import type { RejectedWebhook } from '../../platform/webhooks.ts';
import { whyUntrusted } from '../signed-webhook.ts';
import type { Retreats, RetreatWebhookEvent } from './port.ts';

const kinds = {
  'registration.made': 'made',
  'registration.changed': 'changed',
  'registration.cancelled': 'cancelled',
} as const;

/** Our own format; docs/operating.md describes it for whoever runs a retreat site. */
const wire = z.strictObject({
  id: requiredText('It is missing'),
  type: z.enum(Object.keys(kinds) as (keyof typeof kinds)[], 'It is none that the portal knows'),
  at: instant,
  registration: z
    .strictObject({
      reference: requiredText('It is missing'),
      title: requiredText('It is missing'),
      description: requiredLines('It is missing', 2000),
      startsAt: z.optional(instant),
      endsAt: z.optional(instant),
      page: z.optional(typedText(500)),
      name: z.optional(typedText(200)),
      email: z.optional(email('It is not an email address')),
      phone: z.optional(phone),
    })
    .check(
      z.refine(({ startsAt, endsAt }) => (startsAt === undefined) === (endsAt === undefined), {
        error: 'startsAt and endsAt come together or not at all',
      }),
      z.refine(
        ({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt),
        { error: 'endsAt is not after startsAt' },
      ),
    ),
});

export function openRetreatSite({ webhookSecret }: { webhookSecret: string }): Retreats {
  return {
    parseWebhook({ headers, body, receivedAt }) {
      const timestamp = String(headers['x-retreats-timestamp'] ?? '');
      const signature = String(headers['x-retreats-signature'] ?? '');
      const signed = { secret: webhookSecret, version: 'v1', timestamp, signature, body };
      const reason = whyUntrusted(signed, receivedAt);
      return reason ? { kind: 'untrusted', reason } : parseBody(body);
    },
  };
}

function parseBody(body: Buffer): RetreatWebhookEvent | RejectedWebhook {
  const { data, error } = wire.safeParse(readJson(body));
  if (!data) return { kind: 'unreadable', reason: sentenceOf(error.issues[0]) };
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

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') || 'The body';
  if (issue?.code === 'unrecognized_keys')
    return `${path}: Unknown field ${listUnknown(issue.keys)}`;
  // Where the schema has no words of ours, zod's own depend on what else the program has loaded.
  if (!issue || issue.message.startsWith('Invalid')) return `${path}: It cannot be read`;
  return `${path}: ${issue.message}`;
}
