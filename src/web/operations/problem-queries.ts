import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProblemKind } from '../../contract/words.ts';
import { apiQuery, errorMessage, invalidate, invalidateLater, useApiMutation } from '../api.ts';
import { toast, toastError } from '../ui/toast.ts';

export type ProblemView = 'open' | 'dismissed';

const everyMinuteMs = 60_000;
/** While something is being tried, whoever pressed Retry waits to see what becomes of it. */
const triedMs = 5_000;

export function useProblems(view: ProblemView, kind: ProblemKind | undefined, page: number) {
  return useQuery({
    ...apiQuery('GET /api/admin/problems', { query: { view, kind, page } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const shown = state.data?.groups.flatMap(({ problems }) => problems) ?? [];
      return shown.some(({ isTried }) => isTried) ? triedMs : everyMinuteMs;
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
      toastError(errorMessage(error, 'It could not be tried again.'));
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
      toastError(errorMessage(error, 'It could not be brought back.'));
      await refresh();
    },
  });
}
