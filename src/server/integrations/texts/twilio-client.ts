import type { Texter, TextMessage } from './port.ts';

interface Account {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  senders: Record<TextMessage['sender'], string>;
}

class TextRefused extends Error {
  readonly code: number | undefined;

  constructor(status: number, code: number | undefined) {
    super(`Twilio answered ${status}${code ? ` (error ${code})` : ''}`);
    this.code = code;
  }
}

export function openTwilio({ baseUrl, accountSid, authToken, senders }: Account): Texter {
  const address = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    async send({ to, body, sender }) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, Body: body, ...senderField(senders[sender]) }),
        signal: AbortSignal.timeout(15_000),
      });
      if (answer.ok) return;
      const { code } = (await answer.json().catch(() => ({}))) as { code?: number };
      throw new TextRefused(answer.status, code);
    },
  };
}

/** A Messaging Service has an id that begins with MG; anything else is a number of its own. */
function senderField(sender: string): Record<string, string> {
  return sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: sender };
}
