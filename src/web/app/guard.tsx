import { type ReactNode, useState } from 'react';
import { Redirect } from 'wouter';
import { type Direction, directVisitor, type Visitor } from '../../course/journey.ts';
import { audienceOf } from '../../course/pages.ts';
import { errorMessage } from '../api.ts';
import { useAuth } from '../auth.tsx';
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
  const audience = audienceOf(path);
  if (audience === 'everybody') return children;
  if (user === undefined && !error) return <PageSpinner />;
  // The login page is shown even if the user cannot be loaded.
  if (user === undefined && audience !== 'signed-out') {
    return <FailedPage message={errorMessage(error?.cause, undefined)} onRetry={refetch} />;
  }
  return (
    <RedirectOnce key={user?.id ?? 'nobody'} path={path} visitor={user ?? null}>
      {children}
    </RedirectOnce>
  );
}

interface RedirectOnceProps extends GuardProps {
  visitor: Visitor | null;
}

function RedirectOnce({ path, visitor, children }: RedirectOnceProps) {
  const direction = useDirection(path, visitor);
  return !direction || direction.stay ? children : <Redirect to={direction.goTo} replace />;
}

/**
 * Decides once, as soon as the visitor is known, and keeps the decision while the page is mounted: completing a
 * step on a page must not redirect away from it.
 */
export function useDirection(
  path: string,
  visitor: Visitor | null | undefined,
): Direction | undefined {
  const [direction, setDirection] = useState<Direction>();
  if (direction || visitor === undefined) return direction;
  const resume = new URLSearchParams(window.location.search).get('resume') === '1';
  const decided = directVisitor(visitor, { path, resume, firstClass: site.firstClass });
  setDirection(decided);
  return decided;
}
