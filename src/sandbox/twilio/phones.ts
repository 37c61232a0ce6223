import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../clock.ts';
import { type Feed, shorten } from '../feed.ts';
import type { Outbox } from '../outbox.ts';
import { numberOf, serviceOf, twilioAccount } from './account.ts';
import { type OptOutType, optOutReplies, readOptOut } from './opt-out.ts';
import { countSegments } from './segments.ts';
import type { Text, TextStore } from './store.ts';
import type { TwilioFaults } from './switches.ts';
import type { WebhookSender } from './webhook-sender.ts';

interface Deps {
  portalUrl: string;
  outbox: Outbox;
  clock: SandboxClock;
  feed: Feed;
  store: TextStore;
  webhooks: WebhookSender;
  faults(): TwilioFaults;
}

export interface Phone {
  number: string;
  /** Oldest first. */
  messages: {
    isOwn: boolean;
    body: string;
    at: string;
    from: string;
    validitySeconds?: number | undefined;
  }[];
}

type Answered = 'received' | 'portal-silent' | 'nothing-to-send';

/** The phones that got texts, and the replies typed on them. */
export function servePhones(app: FastifyInstance, deps: Deps) {
  const { store, webhooks, clock, outbox, portalUrl, faults, feed } = deps;

  app.get('/twilio/phones', list);

  app.post<{ Params: { number: string }; Body: { body?: string; to?: string } | null }>(
    '/twilio/phones/:number/replies',
    async ({ params: { number }, body }, reply) => {
      const answered = await answer(number, body?.body ?? '', body?.to);
      if (answered === 'nothing-to-send') {
        return reply.status(400).send({ message: 'Send { "body": words } to answer a text.' });
      }
      const isHeard = answered === 'received';
      return { message: isHeard ? 'Received.' : 'The portal did not answer.' };
    },
  );

  /** An opt-out that reached the carrier by other means than a reply. */
  app.post<{ Params: { number: string }; Body: { sender: string } }>(
    '/twilio/phones/:number/opt-outs',
    ({ params, body }) => {
      store.setOptedOut(params.number, numberOf(body.sender), true);
      return { message: 'Opted out.' };
    },
  );

  return { list, answer };

  function list(): Phone[] {
    const texts = store.newestFirst();
    const numbers = new Set(texts.map(phoneOf));
    return [...numbers].map((number) => ({
      number,
      messages: texts
        .filter((text) => phoneOf(text) === number)
        .map(({ direction, body, at, from, validitySeconds }) => ({
          isOwn: direction === 'inbound',
          body,
          at,
          from,
          validitySeconds,
        }))
        .reverse(),
    }));
  }

  /** To whom wrote last, unless another sender is meant. */
  async function answer(number: string, typed: string, sender?: string): Promise<Answered> {
    const words = typed.trim();
    const lastText = store.newestFirst().find((text) => text.to === number);
    const to = sender ?? lastText?.from;
    if (!words || !to) return 'nothing-to-send';
    const path = `/phones/${encodeURIComponent(number)}`;
    feed.note(`${feed.nameOf(number)} answered “${shorten(words)}”`, { path });
    const isAdvanced = faults().advancedOptOut === true;
    const optOut = readOptOut(words, isAdvanced);
    const text = receive(number, to, words, optOut);
    const answered = await webhooks.send(`${portalUrl}/api/webhooks/twilio/replies`, {
      ...formOf(text),
      ...(isAdvanced && optOut && { OptOutType: optOut }),
    });
    const message = answered?.match(/<Message>(.*?)<\/Message>/s)?.[1];
    if (message) answerPhone(number, to, unescapeXml(message));
    return answered === undefined ? 'portal-silent' : 'received';
  }

  function receive(from: string, to: string, body: string, optOut: OptOutType | null): Text {
    const text = store.save({
      ...noCallback,
      direction: 'inbound',
      from,
      to,
      body,
      status: 'received',
      service: serviceOf(to),
      at: clock.now().toISOString(),
    });
    if (optOut === 'STOP' || optOut === 'START') {
      store.setOptedOut(from, to, optOut === 'STOP');
    }
    if (optOut) answerPhone(from, to, optOutReplies[optOut]);
    return text;
  }

  function answerPhone(phone: string, from: string, body: string) {
    const at = clock.now().toISOString();
    const service = serviceOf(from);
    const fields = { ...noCallback, status: 'delivered', service, at };
    store.save({ ...fields, direction: 'outbound-reply', from, to: phone, body });
    outbox.add({ channel: 'text', to: phone, subject: '', text: body });
  }
}

const noCallback = { errorCode: null, statusCallback: null };

function phoneOf({ direction, from, to }: Text): string {
  return direction === 'inbound' ? from : to;
}

function formOf({ sid, from, to, body, service }: Text): Record<string, string> {
  return {
    MessageSid: sid,
    SmsSid: sid,
    SmsMessageSid: sid,
    SmsStatus: 'received',
    AccountSid: twilioAccount.sid,
    From: from,
    To: to,
    Body: body,
    NumMedia: '0',
    NumSegments: String(countSegments(body)),
    ApiVersion: '2010-04-01',
    ...(service && { MessagingServiceSid: service }),
  };
}

function unescapeXml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
