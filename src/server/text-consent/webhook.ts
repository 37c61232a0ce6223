import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTextReply } from '../../course/text-consent.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import type { Texter, TextNews } from '../integrations/texts/port.ts';
import type { Settings } from '../settings.ts';
import { deliveryPath, noteDelivery } from '../text-sender.ts';
import { isNewEvent } from '../webhook-events.ts';
import { recordReply } from './commands.ts';
import { helpText } from './messages.ts';

interface Parts {
  database: Database;
  clock: Clock;
  texter: Texter;
  settings: Settings;
}

type Reply = Extract<TextNews, { kind: 'reply' }>;
type Posted = { Body: URLSearchParams | undefined; Querystring: { message?: string } };

/** What Twilio tells: what became of a text, and what somebody replied. */
export function hearTwilio(app: FastifyInstance, parts: Parts): void {
  const { database, clock, texter, settings } = parts;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );

    scope.post<Posted>(deliveryPath, async (request) => {
      const news = read(request);
      const messageId = Number(request.query.message);
      if (news.kind === 'delivery' && Number.isSafeInteger(messageId)) {
        await once(news.key, (transaction) =>
          noteDelivery(transaction, messageId, news, clock.now()),
        );
      }
      return { message: 'Noted.' };
    });

    scope.post<Posted>('/api/webhooks/twilio/replies', async (request, reply) => {
      const news = read(request);
      const answer = news.kind === 'reply' ? await hear(news) : null;
      const { type, content } = texter.answerWith(answer);
      return reply.type(type).send(content);
    });
  });

  function read({ url, headers, body }: FastifyRequest<Posted>): TextNews {
    const signature = String(headers['x-twilio-signature'] ?? '');
    const address = settings.publicUrl + url;
    const news = texter.readNews(address, signature, body ?? new URLSearchParams());
    if (news.kind === 'untrusted') throw new Refusal(401, 'The signature is wrong.');
    return news;
  }

  /** Answers what is to be replied, if anything. */
  async function hear({ key, from, words, sender, isAnswered }: Reply): Promise<string | null> {
    const meaning = readTextReply(words);
    const isNew = await once(key, async (transaction) => {
      // Whoever says STOP means it, wherever they say it; what START begins must be what it was said to.
      const isChange = meaning === 'stop' || (meaning === 'start' && sender === 'reminders');
      if (!isChange) return;
      const reply = { from, words: words.trim(), consent: meaning === 'start' };
      await recordReply(transaction, reply, clock.now());
    });
    return isNew && meaning === 'help' && !isAnswered ? helpText(settings.site) : null;
  }

  /** False, and nothing done, for what was told before. */
  async function once(
    key: string,
    work: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return database.transaction(async (transaction) => {
      const event = { source: 'twilio', key, receivedAt: clock.now() } as const;
      if (!(await isNewEvent(transaction, event))) return false;
      await work(transaction);
      return true;
    });
  }
}
