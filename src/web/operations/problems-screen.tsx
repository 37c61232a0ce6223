import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { PROBLEM_KINDS } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { useListAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { formatCount, ListAge, LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { pagedQuery } from '../ui/pager.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { TapLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import type { Dismissed } from './dismiss-dialog.tsx';
import { ProblemSection, type ProblemView } from './problem-section.tsx';

const { DismissDialog } = lazily(() => import('./dismiss-dialog.tsx'));

const emptyTexts = {
  open: ['No open problems', 'If something goes wrong, you’ll find it here.'],
  dismissed: ['No dismissed problems', 'Problems you dismiss stay here until they’re resolved.'],
} as const;
const emptyKind = ['No problems of this kind', 'Show all problems to see the others.'] as const;

export function ProblemsScreen() {
  const address = useListAddress();
  const view: ProblemView = address.get('view') === 'dismissed' ? 'dismissed' : 'open';
  const kind = PROBLEM_KINDS.find((one) => one === address.get('kind'));
  const query = useQuery({
    ...pagedQuery('GET /api/admin/problems', { query: { view, kind, page: address.page } }),
    // Poll faster during a retry, because the admin is waiting for the result.
    refetchInterval: ({ state }) => {
      const shown = state.data?.groups.flatMap(({ problems }) => problems) ?? [];
      return shown.some(({ isTried }) => isTried) ? 5_000 : 60_000;
    },
  });
  const { data, error, refetch } = query;
  const dismissing = useDialog<Dismissed>();
  const [emptyText, emptyAdvice] = kind ? emptyKind : emptyTexts[view];
  return (
    <>
      <StaffPageHead title="Problems">
        What needs your attention, what it means, and what to do about it.
      </StaffPageHead>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <nav aria-label="Problems to show" className="flex flex-wrap gap-2">
          {views.map(([one, name]) => (
            <Link
              key={one}
              href={pathOf(one)}
              aria-current={one === view ? 'page' : undefined}
              className={buttonStyles({
                variant: one === view ? 'quiet' : 'plain',
                size: 'small',
              })}
            >
              {name} {data && formatCount(data[one])}
            </Link>
          ))}
        </nav>
        <ListAge query={query} />
      </div>
      {kind && (
        <p className="mb-3 text-sm">
          <TapLink href={pathOf(view)}>Show all problems</TapLink>
        </p>
      )}
      <LoadedList
        count={data?.groups.length}
        query={{ error, refetch }}
        what="the problems"
        emptyText={emptyText}
        emptyAdvice={emptyAdvice}
      >
        {data?.groups.map((group) => (
          <ProblemSection
            key={group.kind}
            group={group}
            view={view}
            pages={kind && { page: address.page, onTurn: address.turnTo }}
            onDismiss={dismissing.open}
          />
        ))}
      </LoadedList>
      {dismissing.render((dialog, subject) => (
        <DismissDialog {...subject} {...dialog} />
      ))}
    </>
  );
}

const views = [
  ['open', 'Open'],
  ['dismissed', 'Dismissed'],
] as const;

const pathOf = (view: ProblemView) =>
  view === 'open' ? PAGES.problems : `${PAGES.problems}?view=${view}`;
