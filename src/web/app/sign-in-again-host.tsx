import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { getCachedUser } from '../auth.tsx';
import { isWaitingForSignIn, noteEdit, onWaitingChange } from '../session-end.ts';
import { lazily } from '../ui/load-lazily.ts';

const { SignInAgain } = lazily(() => import('../accounts/sign-in-again.tsx'));

/** Asks whoever was doing something when their session ended to sign in again, over the page as it is. */
export function SignInAgainHost() {
  const client = useQueryClient();
  const isWaiting = useSyncExternalStore(onWaitingChange, isWaitingForSignIn);
  useEffect(() => {
    window.addEventListener('input', noteEdit, true);
    return () => window.removeEventListener('input', noteEdit, true);
  }, []);
  const user = isWaiting && getCachedUser(client);
  return user && <Suspense>{<SignInAgain user={user} />}</Suspense>;
}
