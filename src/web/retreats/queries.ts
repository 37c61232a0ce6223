import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiResponse, apiQuery, apiQueryKey, invalidate } from '../api.ts';
import { createPolling } from '../polling.ts';
import { refetchUnlessFromPage } from '../site.ts';

export type RetreatRegistration = NonNullable<ApiResponse<'GET /api/retreat-registration'>>;

const ownRetreat = 'GET /api/retreat-registration';

/** `seen` is the student's registration when they last opened the retreat site. We poll until it changes. */
let opened: { count: number; seen: string } | undefined;

export function expectRetreatNews(client: QueryClient): void {
  const seen = JSON.stringify(client.getQueryData(apiQueryKey(ownRetreat)) ?? null);
  opened = { count: (opened?.count ?? 0) + 1, seen };
}

/** Polls, because students may return from the retreat site before its webhook arrives. */
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

/** Waits only for the short lists, because the student list can be slow to load. */
export async function refetchRetreats(client: QueryClient): Promise<void> {
  invalidate(client, 'GET /api/students', 'GET /api/admin/people/:id');
  const lists = 'GET /api/admin/retreat-registrations';
  await invalidate(client, `${lists}/unmatched`, `${lists}/dismissed`);
}
