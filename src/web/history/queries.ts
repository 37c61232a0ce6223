import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineKind } from '../../contract/words.ts';
import { apiQueryKey, callApi, invalidate, invalidateLater } from '../api.ts';
import { useDialog } from '../ui/use-dialog.ts';

const endpoint = 'GET /api/admin/people/:id/timeline';

export function useTimeline(personId: number, kind: TimelineKind | undefined) {
  return useInfiniteQuery({
    queryKey: [...apiQueryKey(endpoint), personId, kind],
    queryFn: ({ pageParam }) =>
      callApi(endpoint, {
        params: { id: personId },
        query: { ...(kind && { kind }), ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
}

/** Closing the dialog refetches the person's page, and the timeline a few more times, because jobs send messages later. */
export function usePersonDialog<Subject>() {
  const client = useQueryClient();
  return useDialog<Subject>(undefined, () => {
    invalidate(client, 'GET /api/admin/people/:id', 'GET /api/admin/people/:id/return', endpoint);
    invalidateLater(client, endpoint);
  });
}

export type Printing = ReturnType<typeof usePrint>;

export function usePrint({ hasNextPage, fetchNextPage }: ReturnType<typeof useTimeline>) {
  const [isPreparing, setPreparing] = useState(false);
  const print = async () => {
    if (isPreparing) return;
    setPreparing(true);
    let isMore = hasNextPage;
    while (isMore) {
      const page = await fetchNextPage();
      isMore = page.hasNextPage && !page.isError;
    }
    setPreparing(false);
    // Wait until the last entries have rendered.
    setTimeout(() => window.print());
  };
  return { print, isPreparing };
}
