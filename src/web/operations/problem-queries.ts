import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProblemKind } from '../../contract/words.ts';
import { apiQuery, errorMessage, invalidate, invalidateLater, useApiMutation } from '../api.ts';
import { toast, toastError } from '../ui/toast.ts';

export type ProblemView = 'open' | 'dismissed';

const everyMinuteMs = 60_000;
/** Polls faster during a retry, because the admin is waiting for the result. */
const retryingMs = 5_000;

export function useProblems(view: ProblemView, kind: ProblemKind | undefined, page: number) {
  return useQuery({
    ...apiQuery('GET /api/admin/problems', { query: { view, kind, page } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const shown = state.data?.groups.flatMap(({ problems }) => problems) ?? [];
      return shown.some(({ isTried }) => isTried) ? retryingMs : everyMinuteMs;
    },
  });
}

const lists = ['GET /api/admin/problems', 'GET /api/admin/problems/count'] as const;

function useRefreshProblems() {
  const client = useQueryClient();
  return async () => {
    for (const list of lists) await invalidate(client, list);
  };
}

export function useRetryProblems() {
  const client = useQueryClient();
  const refresh = useRefreshProblems();
  return useApiMutation('POST /api/admin/problems/retry', {
    onSuccess: async ({ message }) => {
      toast({ title: message });
      await refresh();
      invalidateLater(client, ...lists);
    },
    onError: async (error) => {
      toastError(errorMessage(error, 'We couldn’t start the retry. Please try again.'));
      await refresh();
    },
  });
}

export function useRestoreProblem() {
  const refresh = useRefreshProblems();
  return useApiMutation('POST /api/admin/problems/restore', {
    onSuccess: async ({ message }) => {
      toast({ title: message });
      await refresh();
    },
    onError: async (error) => {
      toastError(errorMessage(error, 'We couldn’t reopen the problem. Please try again.'));
      await refresh();
    },
  });
}
