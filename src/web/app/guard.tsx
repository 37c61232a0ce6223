import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { User } from '../../contract/accounts.ts';
import { audienceOf } from '../../course/pages.ts';
import {
  type Direction,
  directVisitor,
  isReturnPath,
  type Visitor,
} from '../../course/redirects.ts';
import { errorMessage } from '../api.ts';
import { useAuth, useStudent } from '../auth.tsx';
import { useSchedule } from '../schedule/queries.ts';
import { type LoginState, onOtherTabs, stopWaiting } from '../session.ts';
import { site } from '../site.ts';
import { lazily, preloadParts } from '../ui/load-lazily.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { FailedPage } from './error-boundary.tsx';
import type { ScreenProps } from './pages.ts';

const { PasskeyStep } = lazily(() => import('../accounts/passkey-sign-in.tsx'), {
  isOnDemand: true,
});

interface GuardProps {
  path: string;
  children: ReactNode;
}

export function Guard({ path, children }: GuardProps) {
  const { user, error, refetch } = useAuth();
  const hasLoggedOut = useOtherTabs();
  const [last, setLast] = useState<User>();
  if (user && user !== last) setLast(user);
  useEffect(() => {
    if (user) preloadParts();
  }, [user]);
  const audience = audienceOf(path);
  if (audience === 'everybody') return children;
  if (user === undefined && !error) return <PageSpinner />;
  if (user === undefined && audience !== 'signed-out') {
    return <FailedPage message={errorMessage(error?.cause, undefined)} onRetry={refetch} />;
  }
  if (user?.passkeyStep) return <PasskeyStep step={user.passkeyStep} email={user.email} />;
  // After a deliberate logout, hide the email, because someone else may use the same computer.
  const email = hasLoggedOut ? undefined : last?.email;
  const signedOut = last || site.hasSession ? { email } : undefined;
  return (
    <RedirectOnce
      key={user?.id ?? 'no one'}
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

function useOtherTabs(): boolean {
  const { user, refetch } = useAuth();
  const client = useQueryClient();
  const [hasLoggedOut, setLoggedOut] = useState(false);
  const userId = user?.id;
  useEffect(
    () =>
      onOtherTabs(async (event) => {
        setLoggedOut(event === 'signed-out');
        const now = await refetch();
        stopWaiting(now?.id === userId);
        if (userId !== undefined && now && now.id !== userId) client.resetQueries();
      }),
    [userId, refetch, client],
  );
  return hasLoggedOut;
}

interface StudentGuardProps {
  path: string;
  Screen: ComponentType<ScreenProps>;
}

export function StudentGuard({ path, Screen }: StudentGuardProps) {
  const student = useStudent();
  const { data, error, isFetching, refetch } = useSchedule();
  const registeredClassNumbers = data?.map(({ classNumber }) => classNumber);
  const direction = useDirection(
    path,
    registeredClassNumbers && !isFetching ? { ...student, registeredClassNumbers } : undefined,
    new URLSearchParams(useSearch()).get('resume') === '1',
  );
  if (!direction && error && !isFetching) {
    const message = errorMessage(error, undefined);
    return <FailedPage title="Failed to fetch classes" message={message} onRetry={refetch} />;
  }
  if (direction && !direction.stay) return <Redirect to={direction.goTo} replace />;
  // Render the same element before and after the screen is ready, so that the screen keeps its state.
  return <Screen isReady={direction !== undefined} />;
}

/** Decides only once whether to redirect the visitor, so that completing a step on a page doesn't cause a redirect. */
function useDirection(
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
