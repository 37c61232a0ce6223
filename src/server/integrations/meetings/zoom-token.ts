import { z } from 'zod';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { Settings } from '../../platform/settings.ts';
import { exchange, isSuccess, readAnswer, readJson } from '../read-answer.ts';
import { MeetingsProblem } from './port.ts';

export type ZoomAccount = Omit<Settings['meetings'], 'hostUser'>;

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().nullish(),
});
const refused = z.object({ reason: z.string() });

interface ZoomGrant {
  token: string;
  until: number;
  /** Null if Zoom didn't return them. */
  scopes: string[] | null;
}

const maxMarginMs = MINUTE_MS;

export function openZoomToken(account: ZoomAccount, clock: Clock) {
  let current: Promise<ZoomGrant> | undefined;

  return {
    get,
    /** Requests a new token only to read its scopes. Calls keep using the current token. */
    askAgain: ask,

    drop() {
      current = undefined;
    },
  };

  async function get(signal: AbortSignal): Promise<ZoomGrant> {
    current ??= ask(signal);
    const asked = current;
    try {
      const grant = await asked;
      if (grant.until > clock.now().getTime()) return grant;
    } catch (error) {
      if (current === asked) current = undefined;
      throw error;
    }
    if (current === asked) current = undefined;
    return get(signal);
  }

  async function ask(signal: AbortSignal): Promise<ZoomGrant> {
    const { oauthUrl, accountId, clientId, clientSecret } = account;
    const query = new URLSearchParams({
      grant_type: 'account_credentials',
      account_id: accountId,
    });
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const call = { vendor: 'zoom', call: 'POST /oauth/token' } as const;
    const headers = { authorization: `Basic ${basic}` };
    const url = `${oauthUrl}/oauth/token?${query}`;
    const answer = await exchange(call, url, { method: 'POST', headers, signal });
    const { status, text } = answer;
    if (!isSuccess(answer)) {
      const { data: said } = refused.safeParse(readJson(text));
      const why = `${status}${said ? `: ${said.reason}` : ''}`;
      // If Zoom itself rejected the request, the keys are wrong. Any other error may be temporary.
      throw said && status < 500 ? wrongKeys(why) : noToken(why);
    }
    const said = readAnswer(granted, text, noToken);
    const { access_token: token, expires_in: seconds } = said;
    const margin = Math.min(maxMarginMs, seconds * 500);
    const until = clock.now().getTime() + seconds * 1000 - margin;
    return { token, until, scopes: said.scope?.split(/\s+/).filter(Boolean) ?? null };
  }
}

function noToken(why: string): MeetingsProblem {
  return new MeetingsProblem('down', `Zoom didn’t issue a token (${why})`);
}

function wrongKeys(why: string): MeetingsProblem {
  const reason = `Zoom doesn’t accept the app’s keys, so it didn’t issue a token (${why})`;
  return new MeetingsProblem('operator', reason, undefined, 'everything');
}

export type ZoomToken = ReturnType<typeof openZoomToken>;
