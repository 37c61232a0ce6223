import type { AdminClass } from '../../contract/timetable.ts';
import { dayOfWeek, formatTime } from '../../course/format-time.ts';
import { pacificWallText, wallClock } from '../../course/pacific-time.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import type { ListAddress } from '../ui/list-address.ts';

type Reader = (courseClass: AdminClass) => string;

export const startOf = ({ startTime }: AdminClass) => new Date(startTime);
/** For example, '16:00'. */
const hourOf: Reader = (courseClass) => pacificWallText(startOf(courseClass)).slice(-8, -3);
const dayOf: Reader = (courseClass) => String(wallClock(startOf(courseClass)).getUTCDay());
const typeOf: Reader = ({ classType }) => classType;
const teacherOf: Reader = ({ instructorFirstName }) => instructorFirstName ?? 'TBA';
const sizeOf: Reader = ({ registrationCount }) =>
  registrationCount > 0 ? 'Has students' : 'Empty';

/** `name` is the filter's URL parameter. The options are sorted by `value`. */
const filters: readonly [name: string, value: Reader, label: Reader][] = [
  ['day', dayOf, (courseClass) => dayOfWeek(startOf(courseClass))],
  ['hour', hourOf, (courseClass) => formatTime(startOf(courseClass))],
  ['teacher', (each) => `${teacherOf(each)}-${each.instructorId ?? ''}`, teacherOf],
  ['type', typeOf, typeOf],
  ['size', sizeOf, sizeOf],
];

type Chosen = (name: string) => string | null;

export const isFiltered = (chosen: Chosen) => filters.some(([name]) => chosen(name) !== null);

export function filterOptions(classes: readonly AdminClass[]) {
  return filters.map(([name, value, label]) => {
    const options = [...new Map(classes.map((each) => [value(each), label(each)]))];
    return { name, options: options.toSorted(([a], [b]) => a.localeCompare(b)) };
  });
}

export function filterClasses(classes: readonly AdminClass[], chosen: Chosen): AdminClass[] {
  return classes.filter((each) =>
    filters.every(([name, value]) => [null, value(each)].includes(chosen(name))),
  );
}

export function ClassFilters({ classes, list }: { classes: AdminClass[]; list: ListAddress }) {
  const clear = () => list.change(Object.fromEntries(filters.map(([name]) => [name, null])));
  return (
    <search className="contents">
      {filterOptions(classes).map(({ name, options }) => (
        <Select
          key={name}
          aria-label={`Filter by ${name}`}
          value={list.get(name) ?? ''}
          onChange={({ target }) => list.filter(name, target.value || null)}
          options={[['', `Any ${name}`], ...options]}
        />
      ))}
      {isFiltered(list.get) && (
        <Button variant="plain" size="tight" onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  );
}
