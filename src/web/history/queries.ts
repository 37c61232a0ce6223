import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { TimelineKind } from '../../contract/words.ts';
import { apiQueryKey, callApi, invalidate, invalidateLater } from '../api.ts';

const endpoint = 'GET /api/admin/people/:id/timeline';

/** What happened to a person, page after page; refetched whenever the page is opened. */
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

/** Now, and a few times later: jobs send what the change has to send. */
export function refetchTimeline(client: QueryClient): void {
  invalidate(client, endpoint);
  invalidateLater(client, endpoint);
}
