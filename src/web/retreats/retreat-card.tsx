import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDay, formatOwnTime, keepTimesWhole } from '../../course/format-time.ts';
import {
  DEFAULT_RETREAT_TITLE,
  retreatCodeFor,
  retreatDate,
  retreatTitle,
} from '../../course/retreat.ts';
import { useStudent } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { copyText } from '../ui/browser.ts';
import { Card } from '../ui/card.tsx';
import { Fold } from '../ui/fold.tsx';
import { LoadFailed } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { type ButtonStyle, buttonStyles, classNames } from '../ui/styles.ts';
import { inNewTab, MailLink } from '../ui/text-link.tsx';
import {
  expectRetreatNews,
  type RetreatRegistration,
  type useRetreatRegistration,
} from './queries.ts';

interface RetreatCardProps {
  query: ReturnType<typeof useRetreatRegistration>;
  isMain: boolean;
}

export function RetreatCard({ query, isMain }: RetreatCardProps) {
  const { data: registration, error, isFetching, refetch } = query;
  const code = retreatCodeFor(useStudent(), site.retreatCode);
  if (registration === undefined) {
    if (isFetching) return <RetreatSkeleton />;
    return <LoadFailed title="We couldn’t load your retreat" error={error} onRetry={refetch} />;
  }
  return <RetreatPanel registration={registration} code={code} isMain={isMain} />;
}

interface RetreatPanelProps {
  registration: RetreatRegistration | null;
  code: string | null;
  isMain?: boolean;
}

export function RetreatPanel({ registration, code, isMain = false }: RetreatPanelProps) {
  return (
    <>
      {/* Make screen readers announce a registration that appears while the page is open. */}
      <p role="status" className="sr-only">
        {registration && 'Registered for your retreat'}
      </p>
      {registration ? (
        <RegisteredRetreat registration={registration} />
      ) : (
        <Card as="section" variant="wash" className="max-sm:p-4">
          <h2 className="heading">{DEFAULT_RETREAT_TITLE}</h2>
          <Invitation code={code} />
          <RetreatSiteButton variant={isMain ? 'primary' : 'quiet'} className="mt-4">
            Register
          </RetreatSiteButton>
        </Card>
      )}
    </>
  );
}

function RegisteredRetreat({ registration }: { registration: RetreatRegistration }) {
  const { startsAt, retreatDescription } = registration;
  const date = dateOf(registration);
  const ownTime = startsAt && formatOwnTime(new Date(startsAt));
  const heading = (
    <>
      <Check aria-hidden className="size-5 shrink-0 text-success" />
      <span className="min-w-0 flex-1 font-medium">
        {retreatTitle(registration.retreatTitle)}
        {startsAt && ` · ${formatDay(new Date(startsAt))}`}
      </span>
    </>
  );
  return (
    <section className="rounded-card bg-success-soft px-4 py-1">
      <Fold heading={heading}>
        {date && <p className="font-medium text-sm">{date}</p>}
        <p className="whitespace-pre-line text-sm">{keepTimesWhole(retreatDescription)}</p>
        {ownTime && <p className="text-muted text-sm">Starts at {ownTime}</p>}
        <ChangeOrCancel registration={registration} />
      </Fold>
    </section>
  );
}

/** Returns null if the retreat has no date or the description already contains it. */
function dateOf({ startsAt, endsAt, retreatDescription }: RetreatRegistration): string | null {
  if (!startsAt || !endsAt) return null;
  return retreatDate(retreatDescription, new Date(startsAt), new Date(endsAt));
}

function ChangeOrCancel({ registration }: { registration: RetreatRegistration }) {
  const { endsAt, changeUrl, isEnteredByHand } = registration;
  if (endsAt && new Date(endsAt) < now()) return null;
  if (isEnteredByHand) {
    return (
      <p className="mt-1 text-sm">
        To change or cancel your registration, email <MailLink address={site.supportEmail} />.
      </p>
    );
  }
  return (
    <RetreatSiteButton
      href={changeUrl ?? undefined}
      variant="plain"
      size="small"
      className="-ml-3.5"
    >
      Change or Cancel
    </RetreatSiteButton>
  );
}

function Invitation({ code }: { code: string | null }) {
  return (
    <p className="mt-2 text-muted">
      Please register for a one-day retreat on our external retreat site.
      {code ? (
        <>
          {' '}
          Use the code <RetreatCode>{code}</RetreatCode> at checkout to register for free.
        </>
      ) : (
        ' You’ll find the price of each retreat there.'
      )}
    </p>
  );
}

/** As tall as the card of a student without a registration, which is the most common case. */
export function RetreatSkeleton() {
  const code = retreatCodeFor(useStudent(), site.retreatCode);
  return (
    <Card variant="wash" className="max-sm:p-4">
      <SkeletonGroup label="Loading your retreat…">
        <Skeleton className="w-fit heading">{DEFAULT_RETREAT_TITLE}</Skeleton>
        <Skeleton>
          <Invitation code={code} />
        </Skeleton>
        <Skeleton className="mt-4 h-12 w-32" />
      </SkeletonGroup>
    </Card>
  );
}

interface RetreatSiteButtonProps extends ButtonStyle {
  href?: string | undefined;
  children: ReactNode;
}

export function RetreatSiteButton({ href, children, ...look }: RetreatSiteButtonProps) {
  const client = useQueryClient();
  return (
    <a
      href={href ?? site.retreatSite}
      {...inNewTab}
      className={buttonStyles(look)}
      onClick={() => expectRetreatNews(client)}
    >
      {children}
      <ArrowUpRight aria-hidden className="size-5" />
    </a>
  );
}

const copiedForMs = 4_000;
const results = { copied: 'Copied', refused: 'Please copy the selected code yourself' };

export function RetreatCode({ children }: { children: string }) {
  const code = useRef<HTMLSpanElement>(null);
  const [result, setResult] = useState<keyof typeof results>();
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(undefined), copiedForMs);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    const isCopied = await copyText(children);
    // If the browser doesn't allow copying, select the code so that the student can copy it.
    if (!isCopied && code.current) document.getSelection()?.selectAllChildren(code.current);
    setResult(isCopied ? 'copied' : 'refused');
  };
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <span className="relative inline-block max-w-full">
      <button
        type="button"
        aria-label={`Copy the code ${children}`}
        className="-my-3 inline-flex min-h-11 max-w-full select-text items-center gap-1.5 rounded-sm font-bold text-ink hover:text-link"
        onClick={copy}
      >
        <span ref={code} className="wrap-anywhere">
          {children}
        </span>
        <Icon aria-hidden className="size-4 shrink-0 text-link" />
      </button>
      <span
        role="status"
        className={classNames(
          'absolute bottom-full left-0 z-10 mb-1 whitespace-nowrap rounded-sm border border-ink bg-ink px-2 py-0.5 font-normal text-card text-sm',
          !result && 'sr-only',
        )}
      >
        {result && results[result]}
      </span>
    </span>
  );
}
