import { useQuery } from '@tanstack/react-query';
import type { ProblemKind } from '../../contract/words.ts';
import { pagedQuery } from '../ui/pager.tsx';

export type ProblemView = 'open' | 'dismissed';

const everyMinuteMs = 60_000;
/** Polls faster during a retry, because the admin is waiting for the result. */
const retryingMs = 5_000;

export function useProblems(view: ProblemView, kind: ProblemKind | undefined, page: number) {
  return useQuery({
    ...pagedQuery('GET /api/admin/problems', { query: { view, kind, page } }),
    refetchInterval: ({ state }) => {
      const shown = state.data?.groups.flatMap(({ problems }) => problems) ?? [];
      return shown.some(({ isTried }) => isTried) ? retryingMs : everyMinuteMs;
    },
  });
}
