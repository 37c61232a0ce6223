import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { hearSigned } from '../http/signed-bodies.ts';
import type { Retreats } from '../integrations/retreats/port.ts';
import { isNewEvent } from '../webhook-events.ts';
import { takeMatchingTurn } from './commands.ts';
import { noteTelling } from './tellings.ts';

interface Parts {
  database: Database;
  clock: Clock;
  retreats: Retreats;
}

export function hearRetreatSite(app: FastifyInstance, { database, clock, retreats }: Parts): void {
  hearSigned(app, '/api/webhooks/retreats', async (headers, body) => {
    const receivedAt = clock.now();
    const news = retreats.readNews(headers, body, receivedAt);
    if (news.kind === 'untrusted') throw new Refusal(401, news.reason);
    if (news.kind === 'unreadable') throw new Refusal(400, news.reason);
    await database.transaction(async (transaction) => {
      await takeMatchingTurn(transaction);
      const event = { source: 'retreats' as const, key: news.key, receivedAt };
      if (await isNewEvent(transaction, event)) await noteTelling(transaction, news);
    });
    return { message: 'Noted.' };
  });
}
