import {
  focusManager,
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { handleAuthError } from '../api.ts';
import { getCachedUser } from '../auth.tsx';
import { isWaitingForSignIn, noteEdit, onWaitingChange } from '../session.ts';
import { lazily, settledAfterMs } from '../ui/load-lazily.ts';
import { currentToast, onToastChange, type ShownToast } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';

// Without a connection, requests fail at once and say so; TanStack's default silently waits.
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
 * For `refetchOnWindowFocus`. TanStack listens only to visibilitychange, which doesn't fire between two windows side by
 * side nor, in some browsers, when Back restores a page from the cache.
 */
focusManager.setEventListener((onFocus) => {
  const listeners = new AbortController();
  for (const event of ['visibilitychange', 'focus', 'pageshow']) {
    window.addEventListener(event, () => onFocus(), { signal: listeners.signal });
  }
  return () => listeners.abort();
});

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
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

/** Asks a user whose session ended during an action to sign in again, without leaving the page. */
function SignInAgainHost() {
  const client = useQueryClient();
  const isWaiting = useSyncExternalStore(onWaitingChange, isWaitingForSignIn);
  useEffect(() => {
    window.addEventListener('input', noteEdit, true);
    return () => window.removeEventListener('input', noteEdit, true);
  }, []);
  const user = isWaiting && getCachedUser(client);
  return (
    user && (
      <Suspense>
        <SignInAgain user={user} />
      </Suspense>
    )
  );
}

type Toaster = ComponentType<{ shown: ShownToast }>;

const loadToaster = (): Promise<Toaster | null> =>
  import('../ui/toaster.tsx').then(
    (module) => module.Toaster,
    () => null,
  );

/** Preloads the toaster, because the first toast may say that the connection is lost. */
function ToastHost() {
  const shown = useSyncExternalStore(onToastChange, currentToast);
  const [Toaster, setToaster] = useState<Toaster | null>(null);

  useEffect(() => {
    const timer = setTimeout(loadToaster, settledAfterMs);
    return () => clearTimeout(timer);
  }, []);

  // After a failure, the next toast tries again.
  useEffect(() => {
    if (shown && !Toaster) loadToaster().then((loaded) => setToaster(() => loaded));
  }, [shown, Toaster]);

  return shown && Toaster && <Toaster shown={shown} />;
}
