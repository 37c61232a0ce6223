import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { noticeEndOfSession } from '../call.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => noticeEndOfSession(queryClient, error) }),
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      // Without a connection a call fails at once and says so, instead of waiting in silence for one.
      networkMode: 'always',
    },
  },
});

export function Providers({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>{children}</ErrorBoundary>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
