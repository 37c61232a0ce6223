import { shorten } from '../feed.ts';
import { numberOf, serviceOf, twilioAccount } from './account.ts';
import type { TwilioContext } from './routes.ts';
import { countSegments } from './segments.ts';
import type { Text } from './store.ts';

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
export function servePhones(context: TwilioContext) {
  const { app, store, webhooks, clock, outbox, faults, feed, repliesUrl } = context;

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
    const answered = await webhooks.send(repliesUrl, {
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
    AccountSid: twilioAccount.accountSid,
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

type OptOutType = 'STOP' | 'START' | 'HELP';

const words: Record<OptOutType, readonly string[]> = {
  STOP: 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' '),
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
};

/** What an account with Advanced Opt-Out may have added to them, here in Spanish. */
const addedWords: Record<OptOutType, readonly string[]> = {
  STOP: ['ALTO', 'DETENER'],
  START: ['COMENZAR'],
  HELP: ['AYUDA'],
};

/** Twilio acts on these words by itself, before the account's webhook is called: the whole reply must be one. */
function readOptOut(reply: string, isAdvanced: boolean): OptOutType | null {
  const word = reply.trim().toUpperCase();
  const types: OptOutType[] = ['STOP', 'START', 'HELP'];
  const means = (type: OptOutType) =>
    words[type].includes(word) || (isAdvanced && addedWords[type].includes(word));
  return types.find(means) ?? null;
}

/** What Twilio answers, where nobody has put other words there. */
const optOutReplies: Record<OptOutType, string> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};
