/** Of each, one is enough: older apps have scopes for whole areas, newer ones a scope for each call. */
const needed: readonly [wide: string, narrow: string][] = [
  ['meeting:write:admin', 'meeting:write:meeting:admin'],
  ['meeting:read:admin', 'meeting:read:meeting:admin'],
  ['meeting:read:admin', 'meeting:read:list_meetings:admin'],
  ['meeting:write:admin', 'meeting:update:meeting:admin'],
  ['meeting:write:admin', 'meeting:delete:meeting:admin'],
  ['meeting:write:admin', 'meeting:write:registrant:admin'],
  ['meeting:read:admin', 'meeting:read:list_registrants:admin'],
  ['meeting:write:admin', 'meeting:update:registrant_status:admin'],
  ['report:read:admin', 'report:read:list_meeting_participants:admin'],
];

/** Only the check of the host needs one of these. */
const userScopes = ['user:read:admin', 'user:read:user:admin'];

export const mayReadUsers = (granted: string[]) =>
  userScopes.some((scope) => granted.includes(scope));

/** The wide ones where the app has none but wide ones, else the narrow ones. */
export function missingScopes(granted: string[]): string[] {
  const isNarrow = granted.some((scope) => needed.some(([, narrow]) => narrow === scope));
  const missing = needed.filter((pair) => !pair.some((scope) => granted.includes(scope)));
  return [...new Set(missing.map(([wide, narrow]) => (isNarrow ? narrow : wide)))];
}
