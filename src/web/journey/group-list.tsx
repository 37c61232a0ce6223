import {
  isFlag,
  JOURNEY_FLAGS,
  JOURNEY_GROUP_NAMES,
  type JourneyGroup,
} from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { formatCount, ListAge, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { TextButton, TextLink } from '../ui/text-link.tsx';
import { GroupActions, useTicks } from './group-actions.tsx';
import { groupColumns } from './group-columns.tsx';
import { groupWords, readGroup } from './group-words.ts';
import { useJourneyPeople } from './queries.ts';

const small = 'min-h-11 pointer-fine:min-h-0';

/** The list is far below the number that was pressed on a phone: it comes into sight, and the keyboard goes on there. */
function showWhenChosen(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  if (heading.getBoundingClientRect().top > window.innerHeight / 2) heading.scrollIntoView();
}

/** Who is in a group, and what can be done with many of them at once. */
export function GroupList({ group }: { group: JourneyGroup }) {
  const address = useSearchAddress();
  const asked = readGroup(address.get('only'));
  const only = asked && isFlag(asked) ? asked : undefined;
  const list = { group, only, search: address.stored };
  const query = useJourneyPeople({ ...list, page: address.storedPage });
  const { data, error, refetch, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const people = data?.people ?? [];
  const ticks = useTicks(JSON.stringify(list));
  const { about } = groupWords[group];
  const name = JOURNEY_GROUP_NAMES[group];
  return (
    <section aria-labelledby="group" className="mt-8">
      <h2
        id="group"
        ref={showWhenChosen}
        tabIndex={-1}
        data-list-head
        className="scroll-mt-2 font-semibold text-lg"
      >
        {name}
      </h2>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        {about}{' '}
        <TextLink href={PAGES.journey} className="print:hidden">
          Close the list
        </TextLink>
      </p>
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
        <SearchBox label="Search by name & email" value={address.typed} onChange={address.type} />
        <div className="w-full sm:w-60">
          <SelectField
            label="Only those of them"
            value={only ?? ''}
            onChange={(event) => address.filter('only', event.target.value || null)}
            options={[
              { value: '', label: 'Everybody' },
              ...JOURNEY_FLAGS.filter((flag) => flag !== group).map((flag) => ({
                value: flag,
                label: JOURNEY_GROUP_NAMES[flag],
              })),
            ]}
          />
        </div>
      </div>
      <LoadedList
        count={data?.people.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading the list…"
        failedText="The list could not be loaded"
        emptyText={list.search || only ? 'Nobody found' : 'Nobody is here'}
      >
        <GroupActions list={list} total={total ?? 0} ticks={ticks} />
        <div className="mb-2 flex flex-wrap items-center gap-x-4 text-sm print:hidden">
          <TextButton
            className={small}
            onClick={() =>
              ticks.tick(
                people.map(({ id }) => id),
                true,
              )
            }
          >
            Select this page
          </TextButton>
          {totalPages > 1 && (
            <TextButton className={small} onClick={ticks.tickAll}>
              Select all {formatCount(total ?? 0)}
            </TextButton>
          )}
          {(ticks.isAll || ticks.ids.length > 0) && (
            <TextButton className={small} onClick={ticks.clear}>
              Select nobody
            </TextButton>
          )}
          <div className="sm:ml-auto">
            <ListAge query={query} />
          </div>
        </div>
        <DataTable
          caption={name}
          columns={groupColumns(group, {
            isTicked: ticks.isTicked,
            onTick: (id, isTicked) => ticks.tick([id], isTicked),
          })}
          rows={people}
          isStale={isPlaceholderData}
        />
        <div className="print:hidden">
          <Pager
            // The requested page, so that two clicks on Next go two pages on.
            page={isPlaceholderData ? Math.min(address.page, totalPages) : page}
            pages={totalPages}
            onTurn={address.turnTo}
          />
        </div>
      </LoadedList>
    </section>
  );
}
