import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { retreatRegistrations } from '../../src/server/database/schema.ts';
import type { Portal } from './portal.ts';

interface RetreatEvent {
  id?: string;
  type?: 'made' | 'changed' | 'canceled';
  /** When the event happened, in seconds after the call to `retreatSiteOf`. */
  at?: number;
  reference: string;
  title?: string;
  description?: string;
  startsAt?: string;
  endsAt?: string;
  page?: string;
  name?: string;
  email?: string;
  phone?: string;
}

let serial = 0;

export function retreatSiteOf({ url, clock, settings, database }: Portal) {
  const start = clock.now();
  const nowSeconds = () => String(Math.floor(clock.now().getTime() / 1000));

  function sign(timestamp: string, body: string, secret = settings.retreats.webhookSecret) {
    return `v1=${createHmac('sha256', secret).update(`v1:${timestamp}:${body}`).digest('hex')}`;
  }

  return {
    sign,
    nowSeconds,

    newReference(): string {
      serial += 1;
      return `R-${serial}`;
    },

    bodyOf({ id, type = 'made', at = 0, ...registration }: RetreatEvent): string {
      serial += 1;
      return JSON.stringify({
        id: id ?? `event-${serial}`,
        type: `registration.${type}`,
        at: new Date(start.getTime() + at * 1000).toISOString(),
        registration: {
          title: 'A day by the lake',
          description: 'Bring a blanket.',
          ...registration,
        },
      });
    },

    async post(body: string, { timestamp = nowSeconds(), signature = sign(timestamp, body) } = {}) {
      const answer = await fetch(`${url}/api/webhooks/retreats`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-retreats-timestamp': timestamp,
          'x-retreats-signature': signature,
        },
        body,
      });
      const { message } = (await answer.json()) as { message: string };
      return { status: answer.status, message };
    },

    async postWebhook(event: RetreatEvent): Promise<void> {
      const { status, message } = await this.post(this.bodyOf(event));
      if (status !== 200) throw new Error(`The portal returned ${status}: ${message}`);
    },

    async row(reference: string) {
      const [row] = await database
        .select()
        .from(retreatRegistrations)
        .where(eq(retreatRegistrations.siteReference, reference));
      return row;
    },
  };
}
