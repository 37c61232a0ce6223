import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { errorMessage } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { useSchedule } from '../schedule/queries.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useDirection } from './guard.tsx';
import type { ScreenProps } from './pages.ts';

interface StudentGuardProps {
  path: string;
  Screen: ComponentType<ScreenProps>;
}

/** Redirects a student to the step they have reached, once their registrations are loaded and not stale. */
export function StudentGuard({ path, Screen }: StudentGuardProps) {
  const student = useStudent();
  const { data, error, isFetching, refetch } = useSchedule();
  const registeredClassNumbers = data?.map(({ classNumber }) => classNumber);
  const isKnown = registeredClassNumbers && !isFetching;
  const direction = useDirection(
    path,
    isKnown ? { ...student, registeredClassNumbers } : undefined,
    new URLSearchParams(window.location.search).get('resume') === '1',
  );
  if (!direction && error && !isFetching) return <Failure error={error} onRetry={refetch} />;
  if (direction && !direction.stay) return <Redirect to={direction.goTo} replace />;
  // One element for both states: what a screen keeps in its state outlives its skeleton.
  return <Screen isReady={direction !== undefined} />;
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const title = 'Failed to fetch classes';
  usePageTitle(title);
  const message = errorMessage(
    error,
    'Something went wrong on our side. Nothing you saved is lost.',
  );
  return <ErrorPanel level={1} title={title} message={message} onRetry={onRetry} />;
}
