import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { type CountLink, CountLinks } from '../../ui/count-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DatePicker, DateRange } from '../../ui/date-picker.tsx';
import { Select, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { FullnessBar } from '../../ui/fullness-bar.tsx';
import { CountPopover } from '../../ui/hover-popover.tsx';
import { useListAddress } from '../../ui/list-address.ts';
import { ListAge, ListHead, SearchBox } from '../../ui/loaded-list.tsx';
import { StaffPageHead } from '../../ui/page-layout.tsx';
import { CursorPager, Pager } from '../../ui/pager.tsx';
import { emailColumn, nameColumn } from '../../ui/person-columns.tsx';
import { PersonPicker } from '../../ui/person-picker.tsx';
import { Radio } from '../../ui/radio.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { studentRow } from '../fixtures.ts';
import { Forced, ignore, Part } from './part.tsx';

const limits = {
  today: '2026-11-30',
  earliest: '2026-01-01',
  latest: '2027-12-31',
  canPick: (date: string) => date >= '2026-11-30',
} as const;
const teachers = ['Priya Raman'];

export function Fields() {
  const [isOn, setOn] = useState(true);
  const [typed, type] = useState('nora');
  return (
    <Part name="Fields">
      <TextField label="Name" hint="The name on your card" defaultValue="Nora Lind" />
      <TextField label="Email" error="That doesn’t look like an email address." />
      <TextField label="Phone" disabled defaultValue="(202) 555-0102" />
      <Forced state="focus">
        <TextField label="In focus" placeholder="For example, work laptop" />
        <SelectField label="In focus" options={teachers} />
      </Forced>
      <CodeField value="123456" onChange={ignore} />
      <TextAreaField label="Anything else?" defaultValue="Mornings suit me best." />
      <SelectField label="Teacher" options={teachers} />
      <SelectField label="Teacher" options={teachers} error="Please choose a teacher." />
      <Dates />
      <SearchBox label="Search students" value={typed} onChange={type}>
        <Select aria-label="Type" options={[['', 'Any type']]} />
      </SearchBox>
      <search className="flex flex-wrap gap-4">
        <DateRange typed={{ from: '2026-11-30', to: '' }} type={ignore} />
      </search>
      <PersonPicker label="Find a student" onChoose={ignore} />
      <Checkbox label="Chosen" checked={isOn} onChange={setOn} hint="You can change it later." />
      <Checkbox label="Not chosen" checked={false} onChange={ignore} error="Please choose this." />
      <Checkbox label="Disabled" checked={false} onChange={ignore} disabled />
      <Switch label="On" checked={isOn} onChange={setOn} />
      <Switch label="Off" checked={false} onChange={ignore} />
      <fieldset>
        <legend className="font-semibold">How to send the link</legend>
        <Radio name="by" defaultChecked>
          By email
        </Radio>
        <Radio name="by">By text</Radio>
      </fieldset>
      <Forced state="focus">
        <Checkbox label="In focus" checked onChange={ignore} />
        <Switch label="In focus" checked onChange={ignore} />
        <Radio name="in-focus">In focus</Radio>
      </Forced>
    </Part>
  );
}

function Dates() {
  const { control } = useForm({ defaultValues: { day: '2026-12-01', empty: '' } });
  const missing = { label: 'Day, missing', error: 'Please choose a date.' };
  return (
    <>
      <DateField {...limits} control={control} name="day" label="Day" isOptional />
      <DateField {...limits} control={control} name="empty" label="Day, not chosen" />
      <DatePicker {...limits} {...missing} value="" onPick={ignore} />
    </>
  );
}

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
