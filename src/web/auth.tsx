import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { User } from '../contract/sign-in.ts';
import { USER_STALE_MS } from '../course/course.ts';
import { CallError, call, keyOf } from './call.ts';
import { site } from './site.ts';

interface Auth {
  /** Null when nobody is signed in, undefined until the server has said. */
  user: User | null | undefined;
  error: Error | null;
  askAgain: () => void;
}

const AuthContext = createContext<Auth | null>(null);
const userKey = keyOf('GET /api/user');

/** True once: whoever signs in later, or in another tab, is found by asking. */
let isKnownToBeNobody = !site.hasSession;

async function fetchUser(): Promise<User | null> {
  if (isKnownToBeNobody) {
    isKnownToBeNobody = false;
    return null;
  }
  try {
    return await call('GET /api/user');
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw new Error('Failed to fetch user', { cause: error });
  }
}

/** Knows who is signed in. Each one that comes on the screen asks the server anew. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: userKey,
    queryFn: fetchUser,
    staleTime: USER_STALE_MS,
  });

  // "Back" may show a page as it was left, with somebody who has signed out since.
  useEffect(() => {
    const askIfShownAgain = (event: PageTransitionEvent) => void (event.persisted && refetch());
    window.addEventListener('pageshow', askIfShownAgain);
    return () => window.removeEventListener('pageshow', askIfShownAgain);
  }, [refetch]);

  return <AuthContext value={{ user: data, error, askAgain: refetch }}>{children}</AuthContext>;
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

/** For whoever has just signed in. A question still under way was asked before, and is dropped. */
export async function rememberUser(client: QueryClient, user: User): Promise<void> {
  await client.cancelQueries({ queryKey: userKey });
  client.setQueryData(userKey, user);
}
