import { type ReactNode, useState } from 'react';
import { Redirect } from 'wouter';
import type { User } from '../../contract/sign-in.ts';
import { DEFAULT_FIRST_CLASS } from '../../course/course.ts';
import { type Direction, directVisitor, isProtectedPage } from '../../course/journey.ts';
import { PAGES } from '../../course/pages.ts';
import { useAuth } from '../auth.tsx';
import { wordsOf } from '../call.ts';
import { Spinner } from '../ui/spinner.tsx';
import { FailedPage } from './error-boundary.tsx';

interface GuardProps {
  page: string;
  children: ReactNode;
}

const pagesToSignInOn: readonly string[] = [PAGES.home, PAGES.login];

/** Shows a page to those who belong on it and sends others where they do. */
export function Guard({ page, children }: GuardProps) {
  const { user, error, askAgain } = useAuth();
  const isProtected = isProtectedPage(page);
  if (!isProtected && !pagesToSignInOn.includes(page)) return children;
  if (user === undefined && !error) return <Spinner label="Loading…" className="m-auto" late />;
  // Signing in is left open: whoever cannot be recognised may still ask for a link.
  if (user === undefined && isProtected) {
    return <FailedPage message={wordsOf(error?.cause, undefined)} onRetry={askAgain} />;
  }
  return (
    <Place key={user?.id ?? 'nobody'} page={page} user={user ?? null}>
      {children}
    </Place>
  );
}

interface PlaceProps extends GuardProps {
  user: User | null;
}

/**
 * Decides once per visit and person: a step that somebody completes on a page must not pull the page
 * away from under them.
 */
function Place({ page, user, children }: PlaceProps) {
  const [direction] = useState(() => directionFor(user, page));
  return direction.stay ? children : <Redirect to={direction.goTo} replace />;
}

/** A student's way among these depends on their registrations, which the pages themselves look up. */
const studentPages: readonly string[] = [
  PAGES.onboarding,
  PAGES.schedule,
  PAGES.classSchedule,
  PAGES.retreatRegistration,
  PAGES.textConsent,
];

function directionFor(user: User | null, page: string): Direction {
  if (user?.role === 'student' && studentPages.includes(page)) return { stay: true };
  return directVisitor(user && { ...user, registeredClassNumbers: [] }, {
    path: page,
    resume: false,
    firstClass: DEFAULT_FIRST_CLASS,
  });
}
