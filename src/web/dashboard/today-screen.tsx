import { useQuery } from '@tanstack/react-query';
import type { ClassToday } from '../../contract/journey.ts';
import { formatLongDate, formatNearDay, formatSpokenSlot } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { freshQuery } from '../api.ts';
import { DoorMarks } from '../attendance/door-marks.tsx';
import { useRights } from '../auth.tsx';
import { FirstSteps } from '../operations/first-steps.tsx';
import { useNow } from '../server-clock.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import type { CountLink } from '../ui/count-links.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { formatCount, ListAge, LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { PersonLink, TapLink } from '../ui/text-link.tsx';
import { classColumns, dayHeading } from './class-columns.tsx';
import { AdminNeeds, Needs } from './today-needs.tsx';

export function TodayScreen() {
  const { id: ownId, isAdmin } = useRights();
  const now = useNow();
  const address = useListAddress();
  const query = useQuery({
    ...freshQuery('GET /api/admin/today'),
    refetchInterval: 60_000,
  });
  const own = query.data?.filter(({ instructorId }) => instructorId === ownId);
  const teaches = own !== undefined && own.length > 0;
  const isOnlyOwn = address.get('mine') !== null;
  const classes = isOnlyOwn ? own : query.data;
  const hasToday = classes?.some((one) => formatNearDay(new Date(one.startTime), now) === 'Today');
  return (
    <>
      <StaffPageHead title="Today">
        <div className="flex flex-wrap items-baseline gap-x-4">
          {formatLongDate(now)} <ListAge query={query} />
        </div>
      </StaffPageHead>
      {isAdmin && <FirstSteps />}
      <div className="grid items-start gap-x-6 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          {isAdmin && (isOnlyOwn || teaches) && (
            <Checkbox
              label="Only my classes"
              checked={isOnlyOwn}
              onChange={(isChecked) => address.filter('mine', isChecked ? '1' : null)}
            />
          )}
          <LoadedList
            count={classes?.length}
            query={query}
            what="the classes"
            emptyText={isAdmin ? 'No classes today or tomorrow' : 'No classes in the next 7 days'}
          >
            <DataTable
              caption="Classes"
              columns={columnsOf(query.data?.[0]?.startTime)}
              rows={classes ?? []}
              groupOf={dayHeading(now)}
              note={hasToday ? undefined : 'No more classes today'}
            />
          </LoadedList>
        </div>
        {isAdmin ? <AdminNeeds /> : query.data && <Needs needs={needsIn(query.data)} />}
      </div>
    </>
  );
}

function needsIn(classes: ClassToday[]): CountLink[] {
  const needs = new Map<string, CountLink>();
  for (const { personId, name, marks, missed } of classes.flatMap((one) => one.registrations)) {
    const add = (text: string) => needs.set(`${personId} ${text}`, [pathOfPerson(personId), text]);
    if (missed > 1) add(`${name} missed ${missed} classes`);
    if (marks.includes('first')) add(`${name} is coming for the first time`);
  }
  return [...needs.values()];
}

const students: Column<ClassToday> = {
  name: 'Who’s coming',
  card: 'line',
  className: 'lg:w-full lg:py-2',
  cell: Students,
};
const columnsOf = (nextStart: string | undefined): Column<ClassToday>[] =>
  classColumns(0, { onEdit: undefined, nextStart })
    .filter(({ name }) => !['Date', 'Topic'].includes(name))
    .map((column) => (column.name === 'Registered' ? students : column));

function Students({ id, startTime, registrations, registrationCount }: ClassToday) {
  return (
    <>
      <TapLink href={pathOfClass(id)} className="text-muted!">
        {formatCount(registrationCount)} coming
        <span className="sr-only">, {formatSpokenSlot(new Date(startTime))}</span>
      </TapLink>
      <ul className="[&_a]:font-medium">
        {registrations.map(({ id, personId, name, classNumber, marks, note }) => (
          <li key={id} className="min-w-0 py-0.5">
            <PersonLink id={personId}>{name}</PersonLink>{' '}
            <span className="whitespace-nowrap text-muted">Class {classNumber}</span>{' '}
            <DoorMarks marks={marks} />
            {note && <p className="line-clamp-2 text-muted text-sm">Note: {note}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
