import type { ZoomHttp } from './zoom-http.ts';
import { missingScopeCodes } from './zoom-refusal.ts';

/** Maps the narrow scope that each call needs to the wide scope that older apps have. Either one is enough. */
const wideScopes = {
  'meeting:write:meeting:admin': 'meeting:write:admin',
  'meeting:read:meeting:admin': 'meeting:read:admin',
  'meeting:read:list_meetings:admin': 'meeting:read:admin',
  'meeting:update:meeting:admin': 'meeting:write:admin',
  'meeting:delete:meeting:admin': 'meeting:write:admin',
  'meeting:write:registrant:admin': 'meeting:write:admin',
  'meeting:read:list_registrants:admin': 'meeting:read:admin',
  'meeting:delete:registrant:admin': 'meeting:write:admin',
  'report:read:list_meeting_participants:admin': 'report:read:admin',
};
type NarrowScope = keyof typeof wideScopes;

/** Tries each call in a way that changes nothing: no call that writes uses an existing meeting or user. */
function tryCalls({ tryOut }: ZoomHttp, host: string) {
  const meeting = '/meetings/1';
  const registrants = `${meeting}/registrants`;
  const email = 'nobody@nowhere.invalid';
  const body = { topic: 'None' };
  const query = { schedule_for_reminder: 'false' };
  const guest = { email, first_name: 'None', last_name: 'None' };
  const medium = { weight: 'medium' } as const;
  const calls: Record<NarrowScope, ReturnType<ZoomHttp['tryOut']>> = {
    'meeting:write:meeting:admin': tryOut('POST', `/users/${email}/meetings`, { body, ...medium }),
    'meeting:read:meeting:admin': tryOut('GET', meeting),
    'meeting:read:list_meetings:admin': tryOut(
      'GET',
      `/users/${encodeURIComponent(host)}/meetings`,
      medium,
    ),
    'meeting:update:meeting:admin': tryOut('PATCH', meeting, { body }),
    'meeting:delete:meeting:admin': tryOut('DELETE', meeting, { query }),
    'meeting:write:registrant:admin': tryOut('POST', registrants, { body: guest }),
    'meeting:read:list_registrants:admin': tryOut('GET', registrants, medium),
    'meeting:delete:registrant:admin': tryOut('DELETE', `${registrants}/nobody`),
    'report:read:list_meeting_participants:admin': tryOut('GET', `/report${meeting}/participants`, {
      weight: 'heavy',
    }),
  };
  return Object.entries(calls);
}

/** Zoom sends join and leave events only to apps that have one of these scopes. */
const eventScopes = ['meeting:read:participant:admin', 'meeting:read:admin'];

export function missingEventScopes(granted: string[] | null): string[] {
  const isGranted = granted === null || eventScopes.some((scope) => granted.includes(scope));
  return isGranted ? [] : eventScopes.slice(0, 1);
}

const mayRead = (narrow: string) => (granted: string[]) =>
  ['user:read:admin', narrow].some((scope) => granted.includes(scope));

export const mayReadUsers = mayRead('user:read:user:admin');
export const mayReadSettings = mayRead('user:read:settings:admin');

export async function findRefusedScopes(zoom: ZoomHttp, host: string): Promise<string[]> {
  const tried = await Promise.all(
    tryCalls(zoom, host).map(async ([narrow, call]) => {
      const refusal = await call;
      return refusal && missingScopeCodes.includes(refusal.code) ? [narrow] : [];
    }),
  );
  return tried.flat();
}

/**
 * Returns the missing scopes, as wide scopes for apps that have no narrow ones. `granted` is null if Zoom didn't return
 * the scopes.
 */
export function missingScopes(granted: string[] | null, refused: string[]): string[] {
  const isNarrow = (granted ?? []).some((scope) => Object.hasOwn(wideScopes, scope));
  const missing = Object.entries(wideScopes).filter(([narrow, wide]) => {
    const isGranted = granted === null || granted.includes(wide) || granted.includes(narrow);
    return !isGranted || refused.includes(narrow);
  });
  return [...new Set(missing.map(([narrow, wide]) => (isNarrow ? narrow : wide)))];
}
