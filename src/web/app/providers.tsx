import { focusManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { SignInAgainHost } from './sign-in-again-host.tsx';

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

interface Props {
  client: QueryClient;
  children: ReactNode;
}

export function Providers({ client, children }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ErrorBoundary>{children}</ErrorBoundary>
        <SignInAgainHost />
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>
  );
}
