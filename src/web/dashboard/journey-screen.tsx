import { JOURNEY_GROUPS, type JourneyGroup } from '../../course/journey-groups.ts';
import { useFreshQuery } from '../api.ts';
import { GroupList } from '../journey/group-list.tsx';
import { readGroup } from '../journey/group-texts.ts';
import { JourneyFlow } from '../journey/journey-flow.tsx';
import { TrendsSection } from '../journey/trends.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { SkeletonGroup } from '../ui/skeleton.tsx';

/** Has the size that most schools' numbers will have. */
const noNumbers = {
  students: 0,
  groups: Object.fromEntries(JOURNEY_GROUPS.map((one) => [one, 0])) as Record<JourneyGroup, number>,
  neverChoseNorSignedIn: 1,
};

export function JourneyScreen() {
  const address = useListAddress();
  const group = readGroup(address.get('group'));
  const { data, error, refetch } = useFreshQuery('GET /api/admin/journey');
  return (
    <>
      <StaffPageHead title="Journey">Where everyone is in the course.</StaffPageHead>
      {data || error ? (
        <LoadedList count={data && 1} query={{ error, refetch }} what="the numbers">
          {data && <JourneyFlow {...data} chosen={group} />}
        </LoadedList>
      ) : (
        <SkeletonGroup label="Loading the numbers…">
          <div inert className="animate-breathe [&_a>*]:invisible [&_p]:invisible">
            <JourneyFlow {...noNumbers} chosen={group} />
          </div>
        </SkeletonGroup>
      )}
      {group && <GroupList key={group} group={group} />}
      <TrendsSection />
    </>
  );
}
