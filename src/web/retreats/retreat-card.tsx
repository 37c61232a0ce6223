import { DEFAULT_RETREAT_TITLE, retreatCodeFor, retreatTitle } from '../../course/retreat.ts';
import { errorMessage } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import type { RetreatRegistration, useRetreatRegistration } from './queries.ts';
import { RetreatCode, RetreatSiteButton } from './retreat-site.tsx';

/** The student's retreat, or the way to one. */
export function RetreatCard({ query }: { query: ReturnType<typeof useRetreatRegistration> }) {
  const { data: registration, error, isFetching, refetch } = query;
  const code = retreatCodeFor(useStudent());
  if (registration === undefined) {
    if (isFetching) return <RetreatSkeleton />;
    const message = errorMessage(error, 'Something went wrong on our side. Please try again.');
    return (
      <ErrorPanel title="Your retreat could not be loaded" message={message} onRetry={refetch} />
    );
  }
  return <RetreatPanel registration={registration} code={code} />;
}

interface RetreatPanelProps {
  registration: RetreatRegistration | null;
  code: string | null;
}

export function RetreatPanel({ registration, code }: RetreatPanelProps) {
  return (
    <Card as="section" variant="wash">
      <h2 className="font-display font-medium text-2xl leading-tight">
        {retreatTitle(registration?.retreatTitle)}
      </h2>
      <div className="mt-2">
        {registration?.retreatDescription ? (
          <p className="whitespace-pre-line text-muted">{registration.retreatDescription}</p>
        ) : (
          <Invitation code={code} />
        )}
      </div>
      {!registration && <RetreatSiteButton className="mt-4">Register</RetreatSiteButton>}
    </Card>
  );
}

function Invitation({ code }: { code: string | null }) {
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
  const code = retreatCodeFor(useStudent());
  return (
    <Card variant="wash">
      <SkeletonGroup label="Loading your retreat…">
        <Skeleton className="w-fit font-display font-medium text-2xl leading-tight">
          {DEFAULT_RETREAT_TITLE}
        </Skeleton>
        <Skeleton className="mt-2">
          <Invitation code={code} />
        </Skeleton>
        <Skeleton className="mt-4 h-12 w-32" />
      </SkeletonGroup>
    </Card>
  );
}
