import type { ZoomHttp } from './zoom-http.ts';
import { missingScopeCodes } from './zoom-refusal.ts';

/**
 * Each narrow scope with a call that needs it. The calls change nothing: no call that writes uses an existing meeting or
 * user.
 */
function callsByScope(host: string): Record<string, Parameters<ZoomHttp['tryOut']>> {
  const meeting = '/meetings/1';
  const registrants = `${meeting}/registrants`;
  const email = 'nobody@nowhere.invalid';
  const body = { topic: 'None' };
  const query = { schedule_for_reminder: 'false' };
  const guest = { email, first_name: 'None', last_name: 'None' };
  const weight = 'medium';
  return {
    'meeting:write:meeting:admin': ['POST', `/users/${email}/meetings`, { body, weight }],
    'meeting:read:meeting:admin': ['GET', meeting],
    'meeting:read:list_meetings:admin': [
      'GET',
      `/users/${encodeURIComponent(host)}/meetings`,
      { weight },
    ],
    'meeting:update:meeting:admin': ['PATCH', meeting, { body }],
    'meeting:delete:meeting:admin': ['DELETE', meeting, { query }],
    'meeting:write:registrant:admin': ['POST', registrants, { body: guest }],
    'meeting:read:list_registrants:admin': ['GET', registrants, { weight }],
    'meeting:delete:registrant:admin': ['DELETE', `${registrants}/nobody`],
    'report:read:list_meeting_participants:admin': [
      'GET',
      `/report${meeting}/participants`,
      { weight: 'heavy' },
    ],
  };
}

/** Older apps have wide scopes, such as `meeting:write:admin`. */
function wideScopeOf(narrow: string): string {
  const [area, verb] = narrow.split(':');
  return `${area}:${verb === 'read' ? 'read' : 'write'}:admin`;
}

/** Either the narrow or the wide scope is enough. If Zoom didn't return the scopes, assumes that this one is there. */
export function hasScope(granted: string[] | null, narrow: string): boolean {
  return !granted || [narrow, wideScopeOf(narrow)].some((scope) => granted.includes(scope));
}

/** Zoom sends join and leave events only to apps that have this scope. */
const eventScope = 'meeting:read:participant:admin';

export function missingEventScopes(granted: string[] | null): string[] {
  return hasScope(granted, eventScope) ? [] : [eventScope];
}

/**
 * Tries each call and returns the missing scopes, as wide scopes for apps that have no narrow ones. `granted` is null if
 * Zoom didn't return the scopes.
 */
export async function findMissingScopes(zoom: ZoomHttp, host: string, granted: string[] | null) {
  const calls = callsByScope(host);
  const isNarrow = granted?.some((scope) => Object.hasOwn(calls, scope));
  const missing = await Promise.all(
    Object.entries(calls).map(async ([narrow, call]) => {
      const refusal = await zoom.tryOut(...call);
      const isRefused = refusal !== null && missingScopeCodes.includes(refusal.code);
      if (hasScope(granted, narrow) && !isRefused) return [];
      return [isNarrow ? narrow : wideScopeOf(narrow)];
    }),
  );
  return [...new Set(missing.flat())];
}
