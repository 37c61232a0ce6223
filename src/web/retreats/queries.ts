import { useQuery } from '@tanstack/react-query';
import { type ApiResponse, apiQuery } from '../api.ts';

export type RetreatRegistration = NonNullable<ApiResponse<'GET /api/retreat-registration'>>;

/** The student's own. They register in another tab, so it is refetched when they come back to this one. */
export function useRetreatRegistration() {
  return useQuery({
    ...apiQuery('GET /api/retreat-registration'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** For admins: registrations at the retreat site whose email and phone no account has. */
export function useUnmatchedRetreats() {
  return useQuery({
    ...apiQuery('GET /api/admin/retreat-registrations/unmatched'),
    refetchOnMount: 'always',
  });
}
