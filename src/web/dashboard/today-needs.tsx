import { useQuery } from '@tanstack/react-query';
import { JOURNEY_GROUP_NAMES, type JourneyFlag } from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';
import { apiQuery } from '../api.ts';
import { describeAge, pathOfGroup } from '../journey/group-texts.ts';
import { Section } from '../ui/card.tsx';
import { type CountLink, CountLinks } from '../ui/count-links.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';

/** Polls rarely, because the server reads every student to count them. */
const counting = { refetchOnMount: 'always', refetchInterval: 5 * 60_000 } as const;

export function AdminNeeds() {
  const journey = useQuery({ ...apiQuery('GET /api/admin/journey'), ...counting });
  const problems = useQuery({ ...apiQuery('GET /api/admin/problems/count'), ...counting });
  const queries = [journey, problems];
  const groups = journey.data?.groups;
  const list = (flag: JourneyFlag, sort = ''): CountLink => [
    pathOfGroup(flag) + sort,
    JOURNEY_GROUP_NAMES[flag],
    groups?.[flag] ?? 0,
  ];
  const needs: CountLink[] = [
    [PAGES.problems, 'Problems', problems.data?.count ?? 0],
    list('missed-twice', '&sort=-missed'),
    list('choose-again'),
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
      <Needs
        needs={needs.filter(([, , count]) => count)}
        note={describeAge(journey.data?.countedAt ?? null)}
      />
    </LoadedList>
  );
}

interface NeedsProps {
  needs: readonly CountLink[];
  note?: string | null;
}

export function Needs({ needs, note }: NeedsProps) {
  return (
    <Section id="needs" title="Needs your attention">
      {note && <p className="-mt-2 mb-2 text-muted text-sm">{note}</p>}
      {needs.length === 0 && <p className="text-muted">All caught up. Enjoy your classes.</p>}
      <CountLinks links={needs} />
    </Section>
  );
}
