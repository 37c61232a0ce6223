import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { User } from '../../contract/accounts.ts';
import {
  type Direction,
  directVisitor,
  isReturnPath,
  type Visitor,
} from '../../course/landing-pages.ts';
import { audienceOf } from '../../course/pages.ts';
import { errorMessage } from '../api.ts';
import { useAuth } from '../auth.tsx';
import type { LoginState } from '../login-state.ts';
import { onOtherTabs } from '../other-tabs.ts';
import { stopWaiting } from '../session-end.ts';
import { site } from '../site.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { FailedPage } from './error-boundary.tsx';

interface GuardProps {
  path: string;
  children: ReactNode;
}

/** Shows a page to its audience and redirects everybody else. */
export function Guard({ path, children }: GuardProps) {
  const { user, error, refetch } = useAuth();
  const hasLeft = useOtherTabs();
  // Who was signed in while this page was open.
  const [last, setLast] = useState<User>();
  if (user && user !== last) setLast(user);
  const audience = audienceOf(path);
  if (audience === 'everybody') return children;
  if (user === undefined && !error) return <PageSpinner />;
  // The login page is shown even if the user cannot be loaded.
  if (user === undefined && audience !== 'signed-out') {
    return <FailedPage message={errorMessage(error?.cause, undefined)} onRetry={refetch} />;
  }
  // Whoever has logged out by themselves is not named to the next one.
  const email = hasLeft ? undefined : last?.email;
  const signedOut = last || site.hasSession ? { email } : undefined;
  return (
    <RedirectOnce
      key={user?.id ?? 'nobody'}
      path={path}
      visitor={user ?? null}
      signedOut={signedOut}
    >
      {children}
    </RedirectOnce>
  );
}

interface RedirectOnceProps extends GuardProps {
  visitor: Visitor | null;
  /** Set where there was a session, which has ended. */
  signedOut: LoginState['signedOut'];
}

function RedirectOnce({ path, visitor, signedOut, children }: RedirectOnceProps) {
  const direction = useDirection(path, visitor);
  const returnTo = useHistoryState<LoginState | null>()?.returnTo;
  if (!direction || direction.stay) return children;
  if (visitor) return <Redirect to={returnTo ?? direction.goTo} replace />;
  const { pathname, search } = window.location;
  const state: LoginState = {
    ...(signedOut && { signedOut }),
    returnTo: isReturnPath(pathname + search) ? pathname + search : undefined,
  };
  return <Redirect to={direction.goTo} replace state={state} />;
}

/** Signing in or out in one tab counts in all. True once somebody has logged out in another one. */
function useOtherTabs(): boolean {
  const { user, refetch } = useAuth();
  const client = useQueryClient();
  const [hasLeft, setLeft] = useState(false);
  const userId = user?.id;
  useEffect(
    () =>
      onOtherTabs(async (event) => {
        setLeft(event === 'signed-out');
        const now = await refetch();
        stopWaiting(now?.id === userId);
        if (userId !== undefined && now && now.id !== userId) client.resetQueries();
      }),
    [userId, refetch, client],
  );
  return hasLeft;
}

/**
 * Decides once, as soon as the visitor is known, and keeps the decision while the page is mounted: completing a
 * step on a page must not redirect away from it.
 */
export function useDirection(
  path: string,
  visitor: Visitor | null | undefined,
  resume?: boolean,
): Direction | undefined {
  const [direction, setDirection] = useState<Direction>();
  if (direction || visitor === undefined) return direction;
  const decided = directVisitor(visitor, { path, resume, firstClass: site.firstClass });
  setDirection(decided);
  return decided;
}
