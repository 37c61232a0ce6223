import { useId } from 'react';
import type { Problem, ProblemGroup } from '../../contract/operations.ts';
import { SHOWN_PROBLEMS } from '../../contract/words.ts';
import { formatSlot, formatSpokenSlot } from '../../course/format-time.ts';
import { PAGES, pathOfClass } from '../../course/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { DialogButton } from '../ui/button.tsx';
import { CallButton } from '../ui/call-button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { PersonLink, TapLink } from '../ui/text-link.tsx';
import type { Dismissed } from './dismiss-dialog.tsx';

export type ProblemView = 'open' | 'dismissed';

const lists = ['GET /api/admin/problems', 'GET /api/admin/problems/count'] as const;
const retrying = {
  call: 'POST /api/admin/problems/retry',
  invalidates: lists,
  later: lists,
  failed: 'We couldn’t start the retry. Please try again.',
} as const;
const reopening = {
  call: 'POST /api/admin/problems/restore',
  invalidates: lists,
  failed: 'We couldn’t reopen the problem. Please try again.',
} as const;

interface ProblemSectionProps {
  group: ProblemGroup;
  view: ProblemView;
  pages?: { page: number; onTurn: (page: number) => void } | undefined;
  onDismiss: (dismissed: Dismissed) => void;
}

export function ProblemSection({ group, view, pages, onDismiss }: ProblemSectionProps) {
  const { kind, title, meaning, advice, page, canRetry, count, problems } = group;
  const id = useId();
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
            {page && <TapLink href={page.path}>Open {page.name}</TapLink>}
          </p>
        </div>
        {isOpen && count > 1 && (
          <div className="flex flex-wrap gap-2">
            {canRetry && (
              <CallButton
                {...retrying}
                input={{ body: { kind } }}
                aria-label={`Retry All, ${title}`}
              >
                Retry All
              </CallButton>
            )}
            <DialogButton
              variant="plain"
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
            group={group}
            problem={problem}
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
          <TapLink href={`${PAGES.problems}?${isOpen ? '' : 'view=dismissed&'}kind=${kind}`}>
            Show all {formatCount(count)}
          </TapLink>
        </p>
      )}
    </Card>
  );
}

interface ProblemItemProps {
  group: ProblemGroup;
  problem: Problem;
  onDismiss: () => void;
}

function ProblemItem({ group, problem, onDismiss }: ProblemItemProps) {
  const { key, what, meaning, reason, advice, person, isTried, dismissal } = problem;
  const about = [what, person?.name].filter(Boolean).join(', ');
  const input = { body: { kind: group.kind, key } };
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
          <CallButton {...reopening} input={input} aria-label={`Reopen, ${about}`}>
            Reopen
          </CallButton>
        ) : (
          <>
            {group.canRetry && !isTried && (
              <CallButton {...retrying} input={input} aria-label={`Retry, ${about}`}>
                Retry
              </CallButton>
            )}
            <DialogButton variant="plain" aria-label={`Dismiss, ${about}`} onClick={onDismiss}>
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
      {person && <PersonLink id={person.id}>{person.name}</PersonLink>}
      {classes.slice(0, mostClasses).map(({ id, startTime }) => (
        <TapLink key={id} href={pathOfClass(id)}>
          {formatSpokenSlot(new Date(startTime))}
        </TapLink>
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
