import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

/** One registration on the retreat site, as the site has it at a time. */
export interface RetreatWebhookEvent {
  kind: 'made' | 'changed' | 'cancelled';
  /** The same when the site sends the same event again. */
  key: string;
  /** When it happened there. */
  at: Date;
  reference: string;
  title: string;
  description: string;
  /** When the retreat is, if the site says so. */
  times: { startsAt: Date; endsAt: Date } | null;
  /** Where it is changed or cancelled, if the site says so; absolute, or from the site's own address. */
  page: string | null;
  /** Of the guest, if the site says so. */
  name: string | null;
  email: string | null;
  /** As somebody typed it. */
  phone: string | null;
}

/** The site where people register for retreats. The portal never calls it; it only receives its webhooks. */
export interface Retreats {
  parseWebhook(request: WebhookRequest): RetreatWebhookEvent | RejectedWebhook;
}
