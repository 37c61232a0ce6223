import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { JOURNEY_GROUP_NAMES, type JourneyFlag } from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';
import { apiQuery, useFreshQuery } from '../api.ts';
import { pathOfGroup } from '../journey/group-texts.ts';
import { Section } from '../ui/card.tsx';
import { formatCount, LoadedList } from '../ui/loaded-list.tsx';

export type Need = [href: string, text: string, count?: number];

/** Polls rarely, because the server reads every registration to count the groups. */
const counting = { refetchOnMount: 'always', refetchInterval: 5 * 60_000 } as const;

export function AdminNeeds() {
  const journey = useQuery({ ...apiQuery('GET /api/admin/journey'), ...counting });
  const problems = useQuery({ ...apiQuery('GET /api/admin/problems/count'), ...counting });
  const retreats = useFreshQuery('GET /api/admin/retreat-registrations/unmatched');
  const queries = [journey, problems, retreats];
  const groups = journey.data?.groups;
  const list = (flag: JourneyFlag, sort = ''): Need => [
    pathOfGroup(flag) + sort,
    JOURNEY_GROUP_NAMES[flag],
    groups?.[flag] ?? 0,
  ];
  const needs: Need[] = [
    [PAGES.problems, 'Problems', problems.data?.count ?? 0],
    list('missed-twice', '&sort=-missed'),
    list('choose-again'),
    list('requests'),
    [`${PAGES.admin}?tab=students`, 'Unmatched retreat registrations', retreats.data?.length ?? 0],
    [PAGES.makeAlumni, 'Ready to become alumni', groups?.finished ?? 0],
    list('never-signed-in'),
  ];
  return (
    <LoadedList
      count={queries.every(({ data }) => data) ? 1 : undefined}
      query={{
        error: queries.find(({ error }) => error)?.error ?? null,
        refetch: () => queries.map(({ refetch }) => refetch()),
      }}
      what="what needs your attention"
    >
      <Needs needs={needs.filter(([, , count]) => count)} />
    </LoadedList>
  );
}

export function Needs({ needs }: { needs: readonly Need[] }) {
  return (
    <Section id="needs" title="Needs your attention">
      {needs.length === 0 && <p className="text-muted">All caught up. Enjoy your classes.</p>}
      <ul className="divide-y divide-line">
        {needs.map(([href, text, count]) => (
          <li key={href + text}>
            <Link href={href} className="flex min-h-11 items-center gap-3 py-1 hover:text-link">
              {count && <span className="min-w-8 font-display text-2xl">{formatCount(count)}</span>}
              {text}
              <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
