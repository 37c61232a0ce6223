import type { Problem } from '../../contract/operations.ts';
import type { ProblemKind } from '../../contract/words.ts';
import { formatSlot, formatSpokenSlot } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useRestoreProblem, useRetryProblems } from './problem-queries.ts';

interface ProblemItemProps {
  kind: ProblemKind;
  problem: Problem;
  canRetry: boolean;
  onDismiss: () => void;
}

export function ProblemItem({ kind, problem, canRetry, onDismiss }: ProblemItemProps) {
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
              Being tried again
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
            Dismissed by {dismissal.by ?? 'somebody'}, {formatSlot(new Date(dismissal.at))}:{' '}
            {dismissal.reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {dismissal ? (
          <Button
            variant="outline"
            size="small"
            aria-label={`Bring back, ${about}`}
            pending={restore.isPending}
            onClick={() => restore.mutate({ body: { kind, key } })}
          >
            Bring back
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
            <Button
              variant="ghost"
              size="small"
              aria-label={`Dismiss, ${about}`}
              aria-haspopup="dialog"
              onClick={onDismiss}
            >
              Dismiss…
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

const mostClasses = 5;

/** The person and the classes, with the way to their pages. */
function Concerned({ problem: { person, classes } }: { problem: Problem }) {
  if (!person && classes.length === 0) return null;
  const more = classes.length - mostClasses;
  const link = 'inline-flex min-h-11 items-center pointer-fine:min-h-0';
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      {person && (
        <TextLink href={pathOfPerson(person.id)} className={link}>
          {person.name}
        </TextLink>
      )}
      {classes.slice(0, mostClasses).map(({ id, startTime }) => (
        <TextLink key={id} href={pathOfClass(id)} className={link}>
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
    last && `last ${last}`,
    until && `tried again after ${write(until)}`,
  ].filter(Boolean);
  if (times.length === 0) return null;
  return <p className="text-muted text-sm">{times.join(', ')}</p>;
}
