import type { RETREAT_EVENTS } from '../../../contract/webhooks.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

export interface RetreatWebhookEvent {
  kind: (typeof RETREAT_EVENTS)[number];
  key: string;
  at: Date;
  reference: string;
  title: string;
  description: string;
  times: { startsAt: Date; endsAt: Date } | null;
  page: string | null;
  name: string | null;
  email: string | null;
  /** As the person entered it on the site, so the format varies. */
  phone: string | null;
}

/** The portal never calls the retreat site. It only receives webhooks. */
export interface Retreats {
  parseWebhook(request: WebhookRequest): RetreatWebhookEvent | RejectedWebhook;
}
