import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ApiResponse, apiQuery, invalidate } from '../api.ts';
import { refetchUnlessFromPage } from '../page-answers.ts';

export type RetreatRegistration = NonNullable<ApiResponse<'GET /api/retreat-registration'>>;

/** The student's own. They register in another tab, so it is refetched when they come back to this one. */
export function useRetreatRegistration() {
  return useQuery({
    ...apiQuery('GET /api/retreat-registration'),
    refetchOnMount: refetchUnlessFromPage,
    refetchOnWindowFocus: 'always',
  });
}

/** For admins: registrations at the retreat site that belong to nobody here. */
export function useUnmatchedRetreats() {
  return useQuery({
    ...apiQuery('GET /api/admin/retreat-registrations/unmatched'),
    refetchOnMount: 'always',
  });
}

/** For admins: the last of those that are not ours. */
export function useDismissedRetreats() {
  return useQuery({
    ...apiQuery('GET /api/admin/retreat-registrations/dismissed'),
    refetchOnMount: 'always',
  });
}

/** After one was matched, dismissed, brought back or detached. Waits for the short lists only. */
export async function refetchRetreats(client: QueryClient): Promise<void> {
  invalidate(client, 'GET /api/students');
  invalidate(client, 'GET /api/admin/people/:id');
  await Promise.all([
    invalidate(client, 'GET /api/admin/retreat-registrations/unmatched'),
    invalidate(client, 'GET /api/admin/retreat-registrations/dismissed'),
  ]);
}
