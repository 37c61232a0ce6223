import { ApiError, errorMessage } from '../api.ts';
import { ErrorPanel } from '../ui/notice.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';

interface StaffPageFailureProps {
  noun: 'Class' | 'Person';
  error: Error;
  onRetry: () => void;
}

export const isNotFound = (error: Error | null) =>
  error instanceof ApiError && error.status === 404;

/** Replaces the page of a class or person that is gone or could not be loaded. */
export function StaffPageFailure({ noun, error, onRetry }: StaffPageFailureProps) {
  const thing = noun.toLowerCase();
  if (isNotFound(error)) {
    return (
      <StaffPageHead title={`${noun} not found`}>
        {errorMessage(error, `We couldn’t find this ${thing}.`)}
      </StaffPageHead>
    );
  }
  return (
    <ErrorPanel
      level={1}
      title={`We couldn’t load this ${thing}`}
      message={errorMessage(error, 'Something went wrong on our side. Please try again.')}
      onRetry={onRetry}
    />
  );
}
