import { useFreshQuery } from '../api.ts';
import { GroupList } from '../journey/group-list.tsx';
import { readGroup } from '../journey/group-texts.ts';
import { JourneyFlow } from '../journey/journey-flow.tsx';
import { TrendsSection } from '../journey/trends.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { GroupActions } from './group-actions.tsx';

export function JourneyScreen() {
  const address = useListAddress();
  const group = readGroup(address.get('group'));
  const query = useFreshQuery('GET /api/admin/journey');
  return (
    <>
      <StaffPageHead title="Journey">Where everyone is in the course</StaffPageHead>
      <LoadedList count={query.isLoadingError ? undefined : 1} query={query} what="the numbers">
        <JourneyFlow {...query.data} chosen={group} />
      </LoadedList>
      {group && <GroupList key={group} group={group} Actions={GroupActions} />}
      <TrendsSection />
    </>
  );
}
