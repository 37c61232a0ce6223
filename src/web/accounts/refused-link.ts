import type { RefusedLink } from '../../contract/accounts.ts';
import { ApiError } from '../api.ts';

export const linkFailed = 'Your link could not be verified';

/** What the server says of a link that it refuses; undefined where it could not look at it. */
export function readRefusal(error: Error | null): RefusedLink | undefined {
  return error instanceof ApiError ? (error.current as RefusedLink | undefined) : undefined;
}
