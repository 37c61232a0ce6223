import { type ReactNode, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { type Direction, directVisitor } from '../../course/journey.ts';
import type { Page } from '../../course/pages.ts';
import { useStudent } from '../auth.tsx';
import { wordsOf } from '../call.ts';
import { useSchedule } from '../schedule.ts';
import { site } from '../site.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Spinner } from '../ui/spinner.tsx';

interface StudentPlaceProps {
  page: Page;
  children: ReactNode;
  /** Stands in for the page until it is known whether the student belongs on it. */
  fallback?: ReactNode;
}

/**
 * Sends a student to the step they have reached. It decides once per visit, by registrations that are
 * not older than the cache allows: what a student completes on a page does not pull it away from them.
 */
export function StudentPlace({ page, children, fallback = waiting }: StudentPlaceProps) {
  const student = useStudent();
  const { data, error, isFetching, refetch } = useSchedule();
  const [search] = useSearchParams();
  const [direction, setDirection] = useState<Direction>();

  if (!direction && data && !isFetching) {
    const registeredClassNumbers = data.map(({ classNumber }) => classNumber);
    const resume = search.get('resume') === '1';
    const visit = { path: page, resume, firstClass: site.firstClass };
    setDirection(directVisitor({ ...student, registeredClassNumbers }, visit));
  }
  if (direction) return direction.stay ? children : <Redirect to={direction.goTo} replace />;
  return error && !isFetching ? <Failure error={error} onRetry={refetch} /> : fallback;
}

const waiting = <Spinner label="Loading…" className="m-auto" late />;

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const title = 'Failed to fetch classes';
  usePageTitle(title);
  const message = wordsOf(error, 'Something went wrong on our side. Nothing you saved is lost.');
  return <ErrorPanel level={1} title={title} message={message} onRetry={onRetry} />;
}
