import type { ZoomHttp } from './zoom-http.ts';
import { missingScopeCodes } from './zoom-refusal.ts';

/** No meeting has this id, and no user this address: what is asked of them can do nothing. */
const nowhere = '/meetings/1';
const nobody = '/users/nobody@nowhere.invalid';

interface Right {
  /** Of the two one is enough: older apps have scopes for whole areas, newer ones a scope for each call. */
  wide: string;
  narrow: string;
  tryOut(zoom: ZoomHttp, host: string): ReturnType<ZoomHttp['tryOut']>;
}

const needed: Right[] = [
  {
    wide: 'meeting:write:admin',
    narrow: 'meeting:write:meeting:admin',
    tryOut: (zoom) =>
      zoom.tryOut('POST', `${nobody}/meetings`, { body: { topic: 'None' }, weight: 'medium' }),
  },
  {
    wide: 'meeting:read:admin',
    narrow: 'meeting:read:meeting:admin',
    tryOut: (zoom) => zoom.tryOut('GET', nowhere),
  },
  {
    wide: 'meeting:read:admin',
    narrow: 'meeting:read:list_meetings:admin',
    tryOut: (zoom, host) =>
      zoom.tryOut('GET', `/users/${encodeURIComponent(host)}/meetings`, { weight: 'medium' }),
  },
  {
    wide: 'meeting:write:admin',
    narrow: 'meeting:update:meeting:admin',
    tryOut: (zoom) => zoom.tryOut('PATCH', nowhere, { body: { topic: 'None' } }),
  },
  {
    wide: 'meeting:write:admin',
    narrow: 'meeting:delete:meeting:admin',
    tryOut: (zoom) => zoom.tryOut('DELETE', nowhere, { query: { schedule_for_reminder: 'false' } }),
  },
  {
    wide: 'meeting:write:admin',
    narrow: 'meeting:write:registrant:admin',
    tryOut: (zoom) => {
      const body = { email: 'nobody@nowhere.invalid', first_name: 'None', last_name: 'None' };
      return zoom.tryOut('POST', `${nowhere}/registrants`, { body });
    },
  },
  {
    wide: 'meeting:read:admin',
    narrow: 'meeting:read:list_registrants:admin',
    tryOut: (zoom) => zoom.tryOut('GET', `${nowhere}/registrants`, { weight: 'medium' }),
  },
  {
    wide: 'meeting:write:admin',
    narrow: 'meeting:delete:registrant:admin',
    tryOut: (zoom) => zoom.tryOut('DELETE', `${nowhere}/registrants/nobody`),
  },
  {
    wide: 'report:read:admin',
    narrow: 'report:read:list_meeting_participants:admin',
    tryOut: (zoom) => zoom.tryOut('GET', `/report${nowhere}/participants`, { weight: 'heavy' }),
  },
];

/** No call needs it, but Zoom reports who joins and leaves only to apps that have one of these. */
const eventScopes = { wide: 'meeting:read:admin', narrow: 'meeting:read:participant:admin' };

/** Empty also where Zoom does not say what it granted. */
export function missingEventScopes(granted: string[] | null): string[] {
  const { wide, narrow } = eventScopes;
  return granted === null || granted.includes(wide) || granted.includes(narrow) ? [] : [narrow];
}

/** Only the check of the host needs one of these. */
const userScopes = ['user:read:admin', 'user:read:user:admin'];

export const mayReadUsers = (granted: string[]) =>
  userScopes.some((scope) => granted.includes(scope));

/** The calls, by their narrow scopes, that Zoom refuses for the lack of one. */
export async function findRefusedScopes(zoom: ZoomHttp, host: string): Promise<string[]> {
  const tried = await Promise.all(
    needed.map(async ({ narrow, tryOut }) => {
      const said = await tryOut(zoom, host);
      return said && missingScopeCodes.includes(said.code) ? [narrow] : [];
    }),
  );
  return tried.flat();
}

/** The wide ones where the app has none but wide ones, else the narrow ones. Zoom may not say what it granted. */
export function missingScopes(granted: string[] | null, refused: string[]): string[] {
  const isNarrow = (granted ?? []).some((scope) => needed.some(({ narrow }) => narrow === scope));
  const missing = needed.filter(({ wide, narrow }) => {
    const isGranted = granted === null || granted.includes(wide) || granted.includes(narrow);
    return !isGranted || refused.includes(narrow);
  });
  return [...new Set(missing.map(({ wide, narrow }) => (isNarrow ? narrow : wide)))];
}
