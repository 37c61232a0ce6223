import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CountLink, CountLinks } from '../../ui/count-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FullnessBar } from '../../ui/fullness-bar.tsx';
import { CountPopover } from '../../ui/hover-popover.tsx';
import { useListAddress } from '../../ui/list-address.ts';
import { ListAge, ListHead } from '../../ui/loaded-list.tsx';
import { StaffPageHead } from '../../ui/page-layout.tsx';
import { CursorPager, Pager } from '../../ui/pager.tsx';
import { emailColumn, nameColumn } from '../../ui/person-columns.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { studentRow } from '../fixtures.ts';
import { ignore, Part } from './part.tsx';

const sort = { column: 'Classes', direction: 'ascending' } as const;
const rows = [
  studentRow(1),
  studentRow(5, { firstName: 'Marcus', lastName: 'Bell', phone: null }),
  studentRow(9, { firstName: 'Ada', lastName: 'Ruiz', email: 'ada@example.org' }),
];
const columns: Column<(typeof rows)[number]>[] = [
  nameColumn,
  emailColumn(() => ignore),
  {
    name: 'Classes',
    cell: ({ id }) => (
      <CountPopover count={id} of="classes">
        {id} classes are scheduled.
      </CountPopover>
    ),
    isSortable: true,
    card: 'badge',
  },
  {
    name: 'Full',
    cell: ({ id }) => <FullnessBar count={id} of={10} />,
    className: 'flex items-center',
  },
];
const counts: CountLink[] = [
  ['#missed', 'Missed two or more', 3],
  ['#never', 'Never signed in', 2],
  ['#asked', 'Asked for other times', 0],
  ['#first', 'Nora Lind is coming for the first time'],
];
const tabs = ['Classes', 'Students', 'Alumni'].map((label) => ({
  ...{ label, value: label },
  Content: () => <p>{label}</p>,
}));

export function Lists() {
  const [shown, show] = useState('Students');
  const age = useQuery({ queryKey: ['age'], queryFn: () => true });
  const list = useListAddress();
  return (
    <>
      <Part name="Page">
        <StaffPageHead title="A staff page" from={{ href: '/styleguide', name: 'Back' }}>
          What it’s for
        </StaffPageHead>
        <Tabs label="Lists" tabs={tabs} shown={shown} onOpen={show} />
      </Part>
      <Part name="Table">
        <ListHead count="3 students" age={<ListAge query={age} />} />
        <DataTable
          caption="Students"
          {...{ columns, rows, sort }}
          onSort={ignore}
          groupOf={({ id }) => (id < 5 ? 'Group A' : 'Group B')}
        />
        <Pager page={1} pages={9} onTurn={ignore} />
        <Pager page={9} pages={9} onTurn={ignore} />
        <Pager page={1} pages={2} onTurn={ignore} />
        <CursorPager list={list} next={7} isStale={false} />
      </Part>
      <Part name="Counts">
        <CountLinks links={counts} current="#never" />
      </Part>
    </>
  );
}
