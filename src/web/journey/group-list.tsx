import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { JourneyList } from '../../contract/journey.ts';
import {
  isFlag,
  JOURNEY_FLAGS,
  JOURNEY_GROUP_NAMES,
  type JourneyGroup,
} from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { readSort, useSearchAddress } from '../ui/list-address.ts';
import { formatCount, ListAge, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { Pager, pagedQuery } from '../ui/pager.tsx';
import { TextButton, TextLink } from '../ui/text-link.tsx';
import { type Ticks, useTicks } from '../ui/ticks.tsx';
import { groupColumns } from './group-columns.tsx';
import { describeAge, groupTexts, readGroup } from './group-texts.ts';

const small = 'min-h-11 pointer-fine:min-h-0';

/** Scrolls to the heading if necessary, because on a phone, the list opens far below the number that was tapped. */
function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  if (heading.getBoundingClientRect().top > window.innerHeight / 2) heading.scrollIntoView();
}

interface GroupListProps {
  group: JourneyGroup;
  Actions: ComponentType<{ list: JourneyList; total: number; ticks: Ticks }>;
}

export function GroupList({ group, Actions }: GroupListProps) {
  const address = useSearchAddress();
  const filter = readGroup(address.get('only'));
  const only = filter && isFlag(filter) ? filter : undefined;
  const list = { group, only, search: address.stored };
  const sort = address.get('sort') === '-missed' ? '-missed' : 'name';
  const search = { ...list, sort, page: address.storedPage } as const;
  const query = useQuery(pagedQuery('GET /api/admin/journey/people', { query: search }));
  const { data, error, refetch, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const people = data?.people ?? [];
  const shownIds = people.map(({ id }) => id);
  const ticks = useTicks(JSON.stringify(list));
  const [about] = groupTexts[group];
  const name = JOURNEY_GROUP_NAMES[group];
  return (
    <section aria-labelledby="group" className={data || error ? 'mt-8' : 'mt-8 min-h-dvh'}>
      <h2
        id="group"
        ref={focusHeading}
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
        <SearchBox label="Search by name & email" value={address.typed} onChange={address.type}>
          <Select
            aria-label="Show only"
            className="max-sm:w-full"
            value={only ?? ''}
            onChange={(event) => address.filter('only', event.target.value || null)}
            options={[
              ['', 'Everyone'],
              ...JOURNEY_FLAGS.filter((flag) => flag !== group).map(
                (flag) => [flag, JOURNEY_GROUP_NAMES[flag]] as const,
              ),
            ]}
          />
        </SearchBox>
      </div>
      <LoadedList
        count={data?.people.length}
        query={{ error, refetch }}
        what="the list"
        emptyText={list.search || only ? 'No one found' : 'No one is in this group'}
      >
        <Actions list={list} total={total ?? 0} ticks={ticks} />
        <div className="mb-2 flex flex-wrap items-center gap-x-4 text-sm print:hidden">
          <TextButton className={small} onClick={() => ticks.tick(shownIds, true)}>
            Select This Page
          </TextButton>
          {totalPages > 1 && (
            <TextButton className={small} onClick={ticks.tickAll}>
              Select All {formatCount(total ?? 0)}
            </TextButton>
          )}
          {data?.countedAt && <span className="text-muted">{describeAge(data.countedAt)}</span>}
          {(ticks.isAll || ticks.ids.length > 0) && (
            <TextButton className={small} onClick={ticks.clear}>
              Clear Selection
            </TextButton>
          )}
          <div className="sm:ml-auto">
            <ListAge query={query} />
          </div>
        </div>
        <DataTable
          caption={name}
          columns={groupColumns(group, ticks)}
          rows={people}
          sort={readSort(sort, ['Name', 'Missed'])}
          onSort={(column) => address.filter('sort', column === 'Missed' ? '-missed' : null)}
          isStale={isPlaceholderData}
        />
        <div className="print:hidden">
          <Pager
            // Show the requested page number, so that two quick clicks on Next advance two pages.
            page={isPlaceholderData ? Math.min(address.page, totalPages) : page}
            pages={totalPages}
            onTurn={address.turnTo}
          />
        </div>
      </LoadedList>
    </section>
  );
}
