import { DEFAULT_RETREAT_TITLE, retreatCodeFor, retreatTitle } from '../../course/retreat.ts';
import { wordsOf } from '../call.ts';
import { useStudent } from '../student-place.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { useRetreatRegistration } from './retreat-registration.ts';
import { RetreatCode, RetreatSiteButton } from './retreat-site.tsx';

/** The student's retreat, or the way to one. */
export function RetreatCard() {
  const { data: registration, error, isFetching, refetch } = useRetreatRegistration();
  if (registration === undefined) {
    if (isFetching) return <RetreatSkeleton />;
    const message = wordsOf(error, 'Something went wrong on our side. Please try again.');
    return (
      <ErrorPanel title="Your retreat could not be loaded" message={message} onRetry={refetch} />
    );
  }
  return (
    <Card as="section" variant="wash">
      <h2 className="font-display font-medium text-2xl leading-tight">
        {retreatTitle(registration?.retreatTitle)}
      </h2>
      <div className="mt-2">
        {registration?.retreatDescription ? (
          <p className="whitespace-pre-line text-muted">{registration.retreatDescription}</p>
        ) : (
          <Invitation />
        )}
      </div>
      {!registration && <RetreatSiteButton className="mt-4">Register</RetreatSiteButton>}
    </Card>
  );
}

function Invitation() {
  const code = retreatCodeFor(useStudent());
  return (
    <p className="text-muted">
      Please register for a one-day retreat on our external retreat site.
      {code && (
        <>
          {' '}
          Use the code <RetreatCode>{code}</RetreatCode> at checkout for a free place.
        </>
      )}
    </p>
  );
}

/** As tall as the invitation, which is what most students see. */
export function RetreatSkeleton() {
  return (
    <Card variant="wash">
      <SkeletonGroup label="Loading your retreat…">
        <Skeleton className="w-fit font-display font-medium text-2xl leading-tight">
          {DEFAULT_RETREAT_TITLE}
        </Skeleton>
        <Skeleton className="mt-2">
          <Invitation />
        </Skeleton>
        <Skeleton className="mt-4 h-12 w-32" />
      </SkeletonGroup>
    </Card>
  );
}
