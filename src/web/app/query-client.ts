import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { handleAuthError } from '../api.ts';

// Without a connection a request fails at once and says so; TanStack's default waits in silence for one.
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  const onError = (error: Error) => handleAuthError(client, error);
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode,
      },
      mutations: { networkMode },
    },
  });
  return client;
}
