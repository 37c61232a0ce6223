import type { AdminClass } from '../../contract/timetable.ts';
import { dayOfWeek, formatTime } from '../../course/format-time.ts';
import { pacificWallText, wallClock } from '../../course/pacific-time.ts';

type Reader = (courseClass: AdminClass) => string;

export const startOf = ({ startTime }: AdminClass) => new Date(startTime);
/** For example, '16:00'. */
export const hourOf: Reader = (courseClass) => pacificWallText(startOf(courseClass)).slice(-8, -3);
const dayOf: Reader = (courseClass) => String(wallClock(startOf(courseClass)).getUTCDay());
const typeOf: Reader = ({ classType }) => classType;
const teacherOf: Reader = ({ instructorFirstName }) => instructorFirstName ?? 'TBA';
const sizeOf: Reader = ({ registrationCount }) => (registrationCount > 0 ? 'With people' : 'Empty');

/** The name is the parameter in the URL. Options are sorted by value. */
const filters: readonly [name: string, value: Reader, label: Reader][] = [
  ['day', dayOf, (courseClass) => dayOfWeek(startOf(courseClass))],
  ['hour', hourOf, (courseClass) => formatTime(startOf(courseClass))],
  ['teacher', (each) => `${teacherOf(each)}-${each.instructorId ?? ''}`, teacherOf],
  ['type', typeOf, typeOf],
  ['size', sizeOf, sizeOf],
];

export const filterNames = filters.map(([name]) => name);

type Chosen = (name: string) => string | null;

export const isFiltered = (chosen: Chosen) => filterNames.some((name) => chosen(name) !== null);

export function filterOptions(classes: readonly AdminClass[]) {
  return filters.map(([name, value, label]) => {
    const labels = new Map(classes.map((each) => [value(each), label(each)]));
    return { name, options: [...labels].toSorted(([one], [other]) => one.localeCompare(other)) };
  });
}

/** Returns the classes that match every chosen value. */
export function filterClasses(classes: readonly AdminClass[], chosen: Chosen): AdminClass[] {
  return classes.filter((each) =>
    filters.every(([name, value]) => [null, value(each)].includes(chosen(name))),
  );
}
