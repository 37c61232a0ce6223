import { useId } from 'react';
import type { Problem, ProblemGroup } from '../../contract/operations.ts';
import { type ProblemKind, SHOWN_PROBLEMS } from '../../contract/words.ts';
import { formatSlot, formatSpokenSlot } from '../../course/format-time.ts';
import { PAGES, pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, DialogButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { Dismissed } from './dismiss-dialog.tsx';
import { type ProblemView, useRestoreProblem, useRetryProblems } from './problem-queries.ts';

const linkStyle = 'inline-flex min-h-11 items-center pointer-fine:min-h-0';

interface ProblemSectionProps {
  group: ProblemGroup;
  view: ProblemView;
  /** Only set when the page shows a single kind of problem. */
  pages?: { page: number; onTurn: (page: number) => void } | undefined;
  onDismiss: (dismissed: Dismissed) => void;
}

export function ProblemSection({ group, view, pages, onDismiss }: ProblemSectionProps) {
  const { kind, title, meaning, advice, page, canRetry, count, problems } = group;
  const id = useId();
  const retry = useRetryProblems();
  const isOpen = view === 'open';
  return (
    <Card as="section" aria-labelledby={id} className="mb-5">
      <div data-list-head className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id={id} className="font-semibold text-lg">
            {title} <span className="font-normal text-muted">{formatCount(count)}</span>
          </h2>
          <p className="text-sm">{meaning}</p>
          <p className="text-sm">
            <span className="font-medium">What to do:</span> {advice}{' '}
            {page && (
              <TextLink href={page.path} className={linkStyle}>
                Open {page.name}
              </TextLink>
            )}
          </p>
        </div>
        {isOpen && count > 1 && (
          <div className="flex flex-wrap gap-2">
            {canRetry && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Retry All, ${title}`}
                pending={retry.isPending}
                onClick={() => retry.mutate({ body: { kind } })}
              >
                Retry All
              </Button>
            )}
            <DialogButton
              variant="ghost"
              aria-label={`Dismiss All, ${title}`}
              onClick={() => onDismiss({ group })}
            >
              Dismiss All…
            </DialogButton>
          </div>
        )}
      </div>
      <ul aria-labelledby={id} className="mt-2 divide-y divide-line">
        {problems.map((problem) => (
          <ProblemItem
            key={problem.key}
            kind={kind}
            problem={problem}
            canRetry={canRetry}
            onDismiss={() => onDismiss({ group, problem })}
          />
        ))}
      </ul>
      {pages && count > SHOWN_PROBLEMS.onPage && (
        <Pager
          page={pages.page}
          pages={Math.ceil(count / SHOWN_PROBLEMS.onPage)}
          onTurn={pages.onTurn}
        />
      )}
      {!pages && count > problems.length && (
        <p className="mt-2 text-sm">
          <TextLink
            href={`${PAGES.problems}?${isOpen ? '' : 'view=dismissed&'}kind=${kind}`}
            className={linkStyle}
          >
            Show all {formatCount(count)}
          </TextLink>
        </p>
      )}
    </Card>
  );
}

interface ProblemItemProps {
  kind: ProblemKind;
  problem: Problem;
  canRetry: boolean;
  onDismiss: () => void;
}

function ProblemItem({ kind, problem, canRetry, onDismiss }: ProblemItemProps) {
  const { key, what, meaning, reason, advice, person, isTried, dismissal } = problem;
  const retry = useRetryProblems();
  const restore = useRestoreProblem();
  const about = [what, person?.name].filter(Boolean).join(', ');
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere font-semibold">
          {what}
          {isTried && (
            <Badge tone="info" className="ml-2">
              Retrying
            </Badge>
          )}
        </p>
        <Concerned problem={problem} />
        {meaning && <p className="text-sm">{meaning}</p>}
        {reason && <p className="wrap-anywhere text-sm text-warning">{reason}</p>}
        {advice && <p className="text-sm">{advice}</p>}
        <Times problem={problem} />
        {dismissal && (
          <p className="wrap-anywhere mt-1 rounded-control bg-neutral-soft px-2.5 py-1 text-sm">
            Dismissed by {dismissal.by ?? 'someone'}, {formatSlot(new Date(dismissal.at))}:{' '}
            {dismissal.reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {dismissal ? (
          <Button
            variant="outline"
            size="small"
            aria-label={`Reopen, ${about}`}
            pending={restore.isPending}
            onClick={() => restore.mutate({ body: { kind, key } })}
          >
            Reopen
          </Button>
        ) : (
          <>
            {canRetry && !isTried && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Retry, ${about}`}
                pending={retry.isPending}
                onClick={() => retry.mutate({ body: { kind, key } })}
              >
                Retry
              </Button>
            )}
            <DialogButton variant="ghost" aria-label={`Dismiss, ${about}`} onClick={onDismiss}>
              Dismiss…
            </DialogButton>
          </>
        )}
      </div>
    </li>
  );
}

const mostClasses = 5;

function Concerned({ problem: { person, classes } }: { problem: Problem }) {
  if (!person && classes.length === 0) return null;
  const more = classes.length - mostClasses;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      {person && (
        <TextLink href={pathOfPerson(person.id)} className={linkStyle}>
          {person.name}
        </TextLink>
      )}
      {classes.slice(0, mostClasses).map(({ id, startTime }) => (
        <TextLink key={id} href={pathOfClass(id)} className={linkStyle}>
          {formatSpokenSlot(new Date(startTime))}
        </TextLink>
      ))}
      {more > 0 && <span>and {more} more</span>}
    </p>
  );
}

function Times({ problem: { since, happenedAt, until } }: { problem: Problem }) {
  const write = (time: string | null) => time && formatSlot(new Date(time));
  const last = write(happenedAt) === write(since) ? null : write(happenedAt);
  const times = [
    since && `Since ${write(since)}`,
    last && `last seen ${last}`,
    until && `next retry after ${write(until)}`,
  ].filter(Boolean);
  if (times.length === 0) return null;
  return <p className="text-muted text-sm">{times.join(', ')}</p>;
}
