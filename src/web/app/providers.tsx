import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { cacheAnswers } from '../page-answers.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { createQueryClient } from './query-client.ts';
import { SignInAgainHost } from './sign-in-again-host.tsx';

const queryClient = createQueryClient();
cacheAnswers(queryClient);

/**
 * `refetchOnWindowFocus` by three events. TanStack's default, visibilitychange, is fired neither between two windows
 * side by side nor, in every browser, when Back restores a page from the cache.
 */
focusManager.setEventListener((onShown) => {
  const ended = new AbortController();
  for (const event of ['visibilitychange', 'focus', 'pageshow']) {
    window.addEventListener(event, () => onShown(), { signal: ended.signal });
  }
  return () => ended.abort();
});

export function Providers({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>{children}</ErrorBoundary>
        <SignInAgainHost />
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
