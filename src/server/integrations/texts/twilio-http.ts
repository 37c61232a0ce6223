import type { Clock } from '../../clock.ts';
import { readRetryAfter } from '../retry-after.ts';
import { TextProblem } from './port.ts';
import type { TwilioAccount } from './twilio-client.ts';

type Fields = Record<string, string>;

const patience = 15_000;
const optedOut = 21610;

/** One question about messages to Twilio: an answer, or a `TextProblem`. */
export function openTwilioHttp(account: TwilioAccount, clock: Clock) {
  const { baseUrl, accountSid, authToken } = account;
  const address = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return async function ask(method: 'GET' | 'POST', fields: Fields): Promise<unknown> {
    const form = new URLSearchParams(fields);
    const answer = await fetch(method === 'GET' ? `${address}?${form}` : address, {
      method,
      headers: { authorization, accept: 'application/json' },
      ...(method === 'POST' && { body: form }),
      signal: AbortSignal.timeout(patience),
    }).catch((error) => {
      throw unreachable(error);
    });
    // Half an answer says no more than none.
    const content = await answer.json().catch(() => (answer.ok ? unreachable() : {}));
    if (content instanceof TextProblem) throw content;
    if (answer.ok) return content;
    throw describe(answer, content as { code?: number });
  };

  /** Twilio's own sentences name the number, and ours end up in logs: its code says the same. */
  function describe({ status, headers }: Response, { code }: { code?: number }): TextProblem {
    const words = `Twilio answered ${status}${code ? ` (error ${code})` : ''}`;
    const wait = readRetryAfter(headers, clock.now());
    if (code === optedOut) return new TextProblem('opted-out', `${words}: they have opted out`);
    if (status === 429) return new TextProblem('busy', words, wait ?? 30);
    if (status >= 500) return new TextProblem('down', words, wait);
    // A key that is wrong is the operator's to mend, after which a further try succeeds.
    const isOurKey = status === 401 || status === 403;
    return new TextProblem(isOurKey ? 'down' : 'refused', words);
  }
}

function unreachable(error?: Error): TextProblem {
  if (error?.name === 'TimeoutError')
    return new TextProblem('down', 'Twilio did not answer in time');
  const cause = error?.cause instanceof Error ? error.cause.message : 'the connection was lost';
  return new TextProblem('down', `Twilio cannot be reached: ${cause}`);
}
