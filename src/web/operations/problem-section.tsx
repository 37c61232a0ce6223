import { useId } from 'react';
import type { ProblemGroup } from '../../contract/operations.ts';
import { SHOWN_PROBLEMS } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { TextLink } from '../ui/text-link.tsx';
import type { Dismissed } from './dismiss-dialog.tsx';
import { ProblemItem } from './problem-item.tsx';
import { type ProblemView, useRetryProblems } from './problem-queries.ts';

interface ProblemSectionProps {
  group: ProblemGroup;
  view: ProblemView;
  /** Of the pages of this kind alone; absent where all kinds are shown. */
  pages?: { page: number; onTurn: (page: number) => void } | undefined;
  onDismiss: (dismissed: Dismissed) => void;
}

/** The problems of one kind, and what they mean. */
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
              <TextLink
                href={page.path}
                className="inline-flex min-h-11 items-center pointer-fine:min-h-0"
              >
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
                aria-label={`Retry all, ${title}`}
                pending={retry.isPending}
                onClick={() => retry.mutate({ body: { kind } })}
              >
                Retry all
              </Button>
            )}
            <Button
              variant="ghost"
              size="small"
              aria-label={`Dismiss all, ${title}`}
              aria-haspopup="dialog"
              onClick={() => onDismiss({ group })}
            >
              Dismiss all…
            </Button>
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
            className="inline-flex min-h-11 items-center pointer-fine:min-h-0"
          >
            Show all {formatCount(count)}
          </TextLink>
        </p>
      )}
    </Card>
  );
}
