import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type { ClearingKind } from '../../course/clearing.ts';
import { apiQuery, invalidate } from '../api.ts';

/** Which classes a change would take from somebody now. */
export function useClearing(id: number, kind: ClearingKind) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id/clearing', { params: { id }, query: { for: kind } }),
    refetchOnMount: 'always',
  });
}

/** Which of the classes that a change has taken would come back now. */
export function useReturn(id: number, kind: ClearingKind, isEnabled = true) {
  return useQuery({
    ...apiQuery('GET /api/admin/people/:id/return', { params: { id }, query: { for: kind } }),
    refetchOnMount: 'always',
    enabled: isEnabled,
  });
}

/** Those who have finished the course and are still students. */
export function useFinished() {
  return useQuery({ ...apiQuery('GET /api/admin/finished-students'), refetchOnMount: 'always' });
}

/** One page of those who may no longer sign in. */
export function useDeactivated({ search, page }: { search: string; page: number }) {
  return useQuery({
    ...apiQuery('GET /api/admin/deactivated', { query: { search, page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Everything on the screens that the role or the access of somebody is part of. */
export function invalidateMembers(client: QueryClient): void {
  const shown = [
    'GET /api/students',
    'GET /api/alumni',
    'GET /api/admin/people/:id',
    'GET /api/admin/people/:id/return',
    'GET /api/admin/finished-students',
    'GET /api/admin/deactivated',
  ] as const;
  for (const endpoint of shown) invalidate(client, endpoint);
}
