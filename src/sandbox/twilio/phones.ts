import { shorten } from '../feed.ts';
import { numberOf, serviceOf, twilioAccount } from './account.ts';
import type { TwilioContext } from './routes.ts';
import { countSegments } from './segments.ts';
import type { Text } from './store.ts';

export interface Phone {
  number: string;
  messages: Text[];
}

export function servePhones(context: TwilioContext) {
  const { app, store, webhooks, clock, outbox, faults, feed, repliesUrl } = context;

  app.get('/twilio/phones', list);

  /** Opts a phone out without notifying the portal. */
  app.post<{ Params: { number: string }; Body: { sender: string } }>(
    '/twilio/phones/:number/opt-outs',
    ({ params, body }) => {
      store.setOptedOut(params.number, numberOf(body.sender), true);
      return { message: 'Opted out.' };
    },
  );

  return { list, sendReply };

  function list(): Phone[] {
    return [...Map.groupBy(store.newestFirst(), phoneOf)].map(([number, texts]) => ({
      number,
      messages: texts.toReversed(),
    }));
  }

  async function sendReply(number: string, typed: string, sender?: string) {
    const body = typed.trim();
    const lastText = store.newestFirst().find((text) => text.to === number);
    const to = sender ?? lastText?.from;
    if (!body || !to) return 'nothing-to-send';
    const path = `/phones/${encodeURIComponent(number)}`;
    feed.note(`${feed.nameOf(number)} replied “${shorten(body)}”`, { path });
    const isAdvanced = faults().advancedOptOut === true;
    const optOut = readOptOut(body, isAdvanced);
    const text = receive(number, to, body, optOut);
    const response = await webhooks.send(repliesUrl, {
      ...formOf(text),
      ...(isAdvanced && optOut && { OptOutType: optOut }),
    });
    const message = response?.match(/<Message>(.*?)<\/Message>/s)?.[1];
    if (message) autoReply(number, to, unescapeXml(message));
    return response === undefined ? 'portal-silent' : 'received';
  }

  function receive(from: string, to: string, body: string, optOut: OptOutType | null): Text {
    const at = clock.now().toISOString();
    const fields = { ...noCallback, status: 'received', service: serviceOf(to), at };
    const text = store.save({ ...fields, direction: 'inbound', from, to, body });
    if (optOut === 'STOP' || optOut === 'START') {
      store.setOptedOut(from, to, optOut === 'STOP');
    }
    if (optOut) autoReply(from, to, optOutReplies[optOut]);
    return text;
  }

  function autoReply(phone: string, from: string, body: string) {
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

const keywords: Record<OptOutType, readonly string[]> = {
  STOP: 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' '),
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
};

/** With Advanced Opt-Out, an account can add keywords, such as these in Spanish. */
const addedKeywords: Record<OptOutType, readonly string[]> = {
  STOP: ['ALTO', 'DETENER'],
  START: ['COMENZAR'],
  HELP: ['AYUDA'],
};

/** Returns null unless the reply consists of a keyword and nothing else. */
function readOptOut(reply: string, isAdvanced: boolean): OptOutType | null {
  const word = reply.trim().toUpperCase();
  const types: OptOutType[] = ['STOP', 'START', 'HELP'];
  const means = (type: OptOutType) =>
    keywords[type].includes(word) || (isAdvanced && addedKeywords[type].includes(word));
  return types.find(means) ?? null;
}

const optOutReplies: Record<OptOutType, string> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
};
