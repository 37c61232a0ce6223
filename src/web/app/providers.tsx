import {
  focusManager,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { getCachedUser, handleAuthError } from '../auth.tsx';
import { stopClock } from '../server-clock.ts';
import { noteEdit, onWaitingChange, waitingReason } from '../session.ts';
import { confirmDownload } from '../ui/confirm-download.ts';
import { lazily, settledAfterMs } from '../ui/load-lazily.ts';
import { currentToast, onToastChange } from '../ui/toast.ts';
import { repeatEarlyClick } from './early-click.ts';
import { ErrorBoundary } from './error-boundary.tsx';

// Make requests fail immediately when offline. By default, TanStack waits without telling the user.
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

/**
 * TanStack only listens for visibilitychange. That event doesn't fire when the user switches between two visible
 * windows or, in some browsers, when Back restores a page from the cache.
 */
focusManager.setEventListener((onFocus) => {
  const listeners = new AbortController();
  for (const event of ['visibilitychange', 'focus', 'pageshow']) {
    globalThis.addEventListener?.(event, () => onFocus(), { signal: listeners.signal });
  }
  return () => listeners.abort();
});

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(() => {
    stopClock(false);
    repeatEarlyClick();
  }, []);
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

const { SignInAgain } = lazily(() => import('../accounts/sign-in-again.tsx'));

function SignInAgainHost() {
  const client = useQueryClient();
  const reason = useSyncExternalStore(onWaitingChange, waitingReason, () => undefined);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('input', noteEdit, { capture: true, signal });
    window.addEventListener('click', confirmDownload, { signal });
    return () => listening.abort();
  }, []);
  const user = reason && getCachedUser(client);
  return (
    user && (
      <Suspense>
        <SignInAgain user={user} reason={reason} />
      </Suspense>
    )
  );
}

const { Toaster } = lazily(() => import('../ui/toaster.tsx'), {
  Failed: () => null,
  isOnDemand: true,
});

/** Preloads the toaster, because loading it would fail if the first toast is about a lost connection. */
function ToastHost() {
  const shown = useSyncExternalStore(onToastChange, currentToast, () => null);
  useEffect(() => {
    const timer = setTimeout(Toaster.preload, settledAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    shown && (
      <Suspense>
        {/* The key makes the next toast retry if the script couldn't be loaded. */}
        <Toaster key={shown.id} shown={shown} />
      </Suspense>
    )
  );
}
