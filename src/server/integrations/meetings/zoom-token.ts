import type { Clock } from '../../clock.ts';
import { MeetingsProblem } from './port.ts';

export interface ZoomAccount {
  oauthUrl: string;
  accountId: string;
  clientId: string;
  clientSecret: string;
}

/** A token that runs out on its way would be refused: it is replaced a little earlier. */
const marginMs = 60_000;

/** The app's token, asked for once and kept until shortly before it runs out. */
export function openZoomToken(account: ZoomAccount, clock: Clock) {
  let current: Promise<{ token: string; until: number }> | undefined;

  return {
    async get(signal: AbortSignal): Promise<string> {
      current ??= ask(signal);
      const asked = current;
      try {
        const { token, until } = await asked;
        if (until > clock.now().getTime()) return token;
      } catch (error) {
        if (current === asked) current = undefined;
        throw error;
      }
      if (current === asked) current = undefined;
      return this.get(signal);
    },
    /** For a token that Zoom refused although it should still be good. */
    drop() {
      current = undefined;
    },
  };

  async function ask(signal: AbortSignal) {
    const { oauthUrl, accountId, clientId, clientSecret } = account;
    const query = new URLSearchParams({
      grant_type: 'account_credentials',
      account_id: accountId,
    });
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await fetch(`${oauthUrl}/oauth/token?${query}`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
      signal,
    });
    const content = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    const { access_token: token, expires_in: seconds } = content;
    if (!answer.ok || typeof token !== 'string' || typeof seconds !== 'number') {
      const reason = `Zoom gave no token (${answer.status}${content.reason ? `: ${content.reason}` : ''})`;
      throw new MeetingsProblem('down', reason);
    }
    return { token, until: clock.now().getTime() + seconds * 1000 - marginMs };
  }
}

export type ZoomToken = ReturnType<typeof openZoomToken>;
