import { hashKey, type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect } from 'react';
import type { User } from '../contract/accounts.ts';
import { canAdminister } from '../course/roles.ts';
import { ApiError, apiQueryKey, callApi, invalidate, setRequestUserId } from './api.ts';
import { notifyOtherTabs } from './session.ts';
import { staleUnlessFromPage } from './site.ts';

interface Auth {
  /** Null if no one is signed in. Undefined while loading or if loading failed. */
  user: User | null | undefined;
  error: Error | null;
  refetch: () => Promise<User | null | undefined>;
}

const AuthContext = createContext<Auth | null>(null);
const userKey = apiQueryKey('GET /api/user');

async function fetchUser(): Promise<User | null> {
  try {
    return await callApi('GET /api/user');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw new Error('Failed to fetch user', { cause: error });
  }
}

/** Every page mounts its own provider, so opening another page refetches the user. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const query = useQuery({ queryKey: userKey, queryFn: fetchUser, staleTime: staleUnlessFromPage });
  const { data, error, refetch: fetchAgain } = query;
  const refetch = useCallback(async () => (await fetchAgain()).data, [fetchAgain]);

  const userId = data?.id;
  useEffect(() => setRequestUserId(userId), [userId]);

  // Refetch the user, because Back may restore a page from the browser's cache after the user has signed out.
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

/** Throws if no one is signed in, so only use it on pages behind the guard. */
export function useStudent(): User {
  const { user } = useAuth();
  if (!user) throw new Error('A student page was shown to someone who is not signed in.');
  return user;
}

export type Rights = ReturnType<typeof useRights>;

export function useRights() {
  const { user } = useAuth();
  const isAdmin = user ? canAdminister(user.role) : false;
  return { id: user?.id, canEdit: user?.canEdit ?? false, isAdmin };
}

export function getCachedUser(client: QueryClient): User | null | undefined {
  return client.getQueryData(userKey);
}

export async function enterAs(client: QueryClient, user: User): Promise<void> {
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(userKey) });
  await setCachedUser(client, user);
  notifyOtherTabs('signed-in');
}

/** Cancels a pending fetch, because its response would overwrite this user with outdated data. */
export async function setCachedUser(client: QueryClient, user: User): Promise<void> {
  await client.cancelQueries({ queryKey: userKey });
  client.setQueryData(userKey, user);
}

/**
 * After a 401 or 403, refetches the user, and the guard reacts to the result. After a 412, resets all queries, because
 * someone else has signed in.
 */
export function handleAuthError(client: QueryClient, error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (error.status === 412) client.resetQueries();
  else if (error.status === 401 || error.status === 403) invalidate(client, 'GET /api/user');
}
