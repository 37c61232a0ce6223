import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ProblemKind } from '../../contract/words.ts';
import { freshQuery } from '../api.ts';
import { useAction } from '../ui/use-action.ts';

export type ProblemView = 'open' | 'dismissed';

const everyMinuteMs = 60_000;
/** Polls faster during a retry, because the admin is waiting for the result. */
const retryingMs = 5_000;

export function useProblems(view: ProblemView, kind: ProblemKind | undefined, page: number) {
  return useQuery({
    ...freshQuery('GET /api/admin/problems', { query: { view, kind, page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const shown = state.data?.groups.flatMap(({ problems }) => problems) ?? [];
      return shown.some(({ isTried }) => isTried) ? retryingMs : everyMinuteMs;
    },
  });
}

const lists = ['GET /api/admin/problems', 'GET /api/admin/problems/count'] as const;

export function useRetryProblems() {
  const failed = 'We couldn’t start the retry. Please try again.';
  return useAction('POST /api/admin/problems/retry', { invalidates: lists, later: lists, failed });
}

export function useRestoreProblem() {
  const failed = 'We couldn’t reopen the problem. Please try again.';
  return useAction('POST /api/admin/problems/restore', { invalidates: lists, failed });
}
