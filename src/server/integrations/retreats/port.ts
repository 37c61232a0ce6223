import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

export interface RetreatWebhookEvent {
  kind: 'made' | 'changed' | 'canceled';
  /** The same if the site resends the event. */
  key: string;
  at: Date;
  reference: string;
  title: string;
  description: string;
  times: { startsAt: Date; endsAt: Date } | null;
  /** Where it can be changed or canceled: absolute, or relative to the site. */
  page: string | null;
  name: string | null;
  email: string | null;
  /** Not normalized. */
  phone: string | null;
}

/** The portal never calls the retreat site. It only receives webhooks. */
export interface Retreats {
  parseWebhook(request: WebhookRequest): RetreatWebhookEvent | RejectedWebhook;
}
