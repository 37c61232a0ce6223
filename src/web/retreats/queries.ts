import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiResponse, apiQuery, apiQueryKey, invalidate } from '../api.ts';
import { createPolling } from '../polling.ts';
import { refetchUnlessFromPage } from '../site.ts';

export type RetreatRegistration = NonNullable<ApiResponse<'GET /api/retreat-registration'>>;

const ownRetreat = 'GET /api/retreat-registration';

/** What stood here when the retreat site was opened: until it is something else, there may be news of it. */
let opened: { count: number; seen: string } | undefined;

/** The student goes to the retreat site, in another tab, and may register, change or cancel there. */
export function expectRetreatNews(client: QueryClient): void {
  const seen = JSON.stringify(client.getQueryData(apiQueryKey(ownRetreat)) ?? null);
  opened = { count: (opened?.count ?? 0) + 1, seen };
}

/**
 * The student's own. It is refetched when they come back to this tab; after a visit to the retreat site a few times
 * more, because its webhook may come later than they do.
 */
export function useRetreatRegistration() {
  const [refetchInterval] = useState(() =>
    createPolling<RetreatRegistration | null>((retreat) =>
      opened && JSON.stringify(retreat) === opened.seen ? [opened.count] : [],
    ),
  );
  return useQuery({
    ...apiQuery(ownRetreat),
    refetchInterval,
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
