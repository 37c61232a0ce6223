import type { RefusedLink } from '../../contract/sign-in-codes.ts';
import { ApiError } from '../api.ts';

const titles: Record<RefusedLink['state'], string> = {
  used: 'This link has been used',
  expired: 'This link has expired',
  replaced: 'There is a newer link',
  'taken-back': 'This link has ended',
  unknown: 'Your link could not be verified',
};

export function titleOfRefusal(link: RefusedLink | undefined): string {
  return titles[link?.state ?? 'unknown'];
}

/** What the server says of a link that it refuses; undefined where it could not look at it. */
export function readRefusal(error: Error | null): RefusedLink | undefined {
  return error instanceof ApiError ? (error.current as RefusedLink | undefined) : undefined;
}
