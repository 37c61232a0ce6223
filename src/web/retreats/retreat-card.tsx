import { Check } from 'lucide-react';
import { keepTimesWhole } from '../../course/format-time.ts';
import {
  DEFAULT_RETREAT_TITLE,
  retreatCodeFor,
  retreatDate,
  retreatTitle,
} from '../../course/retreat.ts';
import { errorMessage } from '../api.ts';
import { useStudent } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorPanel } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { MailLink } from '../ui/text-link.tsx';
import type { RetreatRegistration, useRetreatRegistration } from './queries.ts';
import { RetreatCode, RetreatSiteButton } from './retreat-site.tsx';

interface RetreatCardProps {
  query: ReturnType<typeof useRetreatRegistration>;
  /** While there is something else to do. */
  isQuiet: boolean;
}

/** The student's retreat, or the way to one. */
export function RetreatCard({ query, isQuiet }: RetreatCardProps) {
  const { data: registration, error, isFetching, refetch } = query;
  const code = retreatCodeFor(useStudent(), site.retreatCode);
  if (registration === undefined) {
    if (isFetching) return <RetreatSkeleton />;
    const message = errorMessage(error, 'Something went wrong on our side. Please try again.');
    return (
      <ErrorPanel title="Your retreat could not be loaded" message={message} onRetry={refetch} />
    );
  }
  return <RetreatPanel registration={registration} code={code} isQuiet={isQuiet} />;
}

interface RetreatPanelProps {
  registration: RetreatRegistration | null;
  code: string | null;
  isQuiet?: boolean;
}

export function RetreatPanel({ registration, code, isQuiet = false }: RetreatPanelProps) {
  const description = registration?.retreatDescription;
  const date = registration && dateOf(registration);
  return (
    <Card as="section" variant="wash">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="font-display font-medium text-2xl leading-tight">
          {retreatTitle(registration?.retreatTitle)}
        </h2>
        {/* Announced when it comes while the page is open. */}
        <div role="status">
          {registration && (
            <Badge tone="success">
              <Check aria-hidden />
              Registered
            </Badge>
          )}
        </div>
      </div>
      {date && <p className="mt-2 font-medium">{date}</p>}
      <div className="mt-2">
        {description ? (
          <p className="whitespace-pre-line text-muted">{keepTimesWhole(description)}</p>
        ) : (
          <Invitation code={code} />
        )}
      </div>
      {registration ? (
        <WayToChange registration={registration} />
      ) : (
        <RetreatSiteButton variant={isQuiet ? 'outline' : 'primary'} className="mt-4">
          Register
        </RetreatSiteButton>
      )}
    </Card>
  );
}

/** Where the site tells it apart from the description. */
function dateOf({ startsAt, endsAt, retreatDescription }: RetreatRegistration): string | null {
  if (!startsAt || !endsAt) return null;
  return retreatDate(retreatDescription, new Date(startsAt), new Date(endsAt));
}

/** Until it is over. */
function WayToChange({ registration }: { registration: RetreatRegistration }) {
  const { endsAt, changeUrl, isEnteredByHand } = registration;
  if (endsAt && new Date(endsAt) < now()) return null;
  if (isEnteredByHand) {
    return (
      <p className="mt-3 text-muted text-sm">
        To change or cancel it, write to <MailLink address={site.supportEmail} />.
      </p>
    );
  }
  return (
    <RetreatSiteButton
      href={changeUrl ?? undefined}
      variant="outline"
      size="small"
      className="mt-4"
    >
      Change or cancel
    </RetreatSiteButton>
  );
}

function Invitation({ code }: { code: string | null }) {
  return (
    <p className="text-muted">
      Please register for a one-day retreat on our external retreat site.
      {code ? (
        <>
          {' '}
          Use the code <RetreatCode>{code}</RetreatCode> at checkout for a free place.
        </>
      ) : (
        ' The price of each retreat is shown there.'
      )}
    </p>
  );
}

/** As tall as the invitation, which is what most students see. */
export function RetreatSkeleton() {
  const code = retreatCodeFor(useStudent(), site.retreatCode);
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
