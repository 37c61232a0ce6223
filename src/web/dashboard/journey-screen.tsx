import { GroupList } from '../journey/group-list.tsx';
import { readGroup } from '../journey/group-words.ts';
import { JourneyFlow } from '../journey/journey-flow.tsx';
import { useJourney } from '../journey/queries.ts';
import { WeekSection } from '../journey/week-numbers.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';

export function JourneyScreen() {
  const address = useListAddress();
  const group = readGroup(address.get('group'));
  const { data, error, refetch } = useJourney();
  return (
    <>
      <StaffPageHead title="Journey">Where everyone is in the course.</StaffPageHead>
      <LoadedList
        count={data && 1}
        error={error}
        onRetry={refetch}
        loadingText="Counting the students…"
        failedText="We couldn’t count the students"
        emptyText=""
      >
        {data && <JourneyFlow {...data} chosen={group} />}
      </LoadedList>
      {group && <GroupList key={group} group={group} />}
      <WeekSection />
    </>
  );
}
