import { hashKey, type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect } from 'react';
import type { User } from '../contract/accounts.ts';
import { ApiError, apiQueryKey, callApi, setRequestUserId } from './api.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { staleUnlessFromPage } from './page-answers.ts';
import { site } from './site.ts';

interface Auth {
  /** Null when nobody is signed in, undefined until the server has said. */
  user: User | null | undefined;
  error: Error | null;
  refetch: () => Promise<User | null | undefined>;
}

const AuthContext = createContext<Auth | null>(null);
const userKey = apiQueryKey('GET /api/user');

/** The page came without a session cookie, so the first fetch is skipped; later ones are not. */
let skipFirstUserFetch = !site.hasSession;

async function fetchUser(): Promise<User | null> {
  if (skipFirstUserFetch) {
    skipFirstUserFetch = false;
    return null;
  }
  try {
    return await callApi('GET /api/user');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw new Error('Failed to fetch user', { cause: error });
  }
}

/** Provides the signed-in user. Each page mounts its own and refetches. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const query = useQuery({ queryKey: userKey, queryFn: fetchUser, staleTime: staleUnlessFromPage });
  const { data, error, refetch: fetchAgain } = query;
  const refetch = useCallback(async () => (await fetchAgain()).data, [fetchAgain]);

  const userId = data?.id;
  useEffect(() => setRequestUserId(userId), [userId]);

  // "Back" may restore a page from the cache, with a user who has signed out since.
  useEffect(() => {
    const refetchIfRestored = (event: PageTransitionEvent) => void (event.persisted && refetch());
    window.addEventListener('pageshow', refetchIfRestored);
    return () => window.removeEventListener('pageshow', refetchIfRestored);
  }, [refetch]);

  return <AuthContext value={{ user: data, error, refetch }}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The one who is signed in, on a page that the guard has let them into. */
export function useStudent(): User {
  const { user } = useAuth();
  if (!user) throw new Error('A student page was shown to somebody who is not signed in.');
  return user;
}

export function getCachedUser(client: QueryClient): User | null | undefined {
  return client.getQueryData(userKey);
}

/** After signing in on a page that was somebody else's before: nothing of theirs stays in the cache. */
export async function enterAs(client: QueryClient, user: User): Promise<void> {
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(userKey) });
  await setCachedUser(client, user);
  tellOtherTabs('signed-in');
}

/** After signing in or a saved change. A pending fetch is cancelled: its response would be older. */
export async function setCachedUser(client: QueryClient, user: User): Promise<void> {
  await client.cancelQueries({ queryKey: userKey });
  client.setQueryData(userKey, user);
}
