import type { TimelineEntry } from '../../contract/timeline.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { type Names, showTime } from './names.ts';

type Values = Record<string, unknown>;

/** The fields that an edit can change, and what staff call them. */
const fieldNames: Record<string, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  signsInByPhone: 'Signs in by phone',
  startDate: 'Start date',
  textConsent: 'Receives texts',
  transferStudent: 'Transfer student',
  role: 'Role',
  canEdit: 'May edit',
  isAdmin: 'May edit',
  zoomUser: 'Zoom user',
  retreatTitle: 'Retreat',
  title: 'Retreat',
  retreatDescription: 'Description',
  description: 'Description',
  startsAt: 'Time',
  classType: 'Type',
  instructorId: 'Instructor',
  host: 'Zoom host',
  status: 'Attendance',
  classId: 'Class',
  classNumber: 'For class',
  days: 'Days',
  hours: 'Hours',
  personId: 'Belongs to',
  classesBack: 'Classes that are back',
  classesNotBack: 'Classes that are not back',
  classesGivenUp: 'Classes given up for them',
  classesGivenBack: 'Classes given back',
};

/** The people and classes that the values name. */
export function idsIn(...values: unknown[]): { classIds: number[]; personIds: number[] } {
  const all = values.map(valuesOf);
  const idsOf = (field: string) =>
    all.map((one) => one[field]).filter((id) => typeof id === 'number');
  return {
    classIds: idsOf('classId'),
    personIds: [...idsOf('instructorId'), ...idsOf('personId')],
  };
}

/**
 * What is another after an edit than before, field by field. Fields without a name here are of no use to staff. Of
 * something that was added, or of which nothing was noted before, what there is afterwards.
 */
export function changedFields(
  before: unknown,
  after: unknown,
  names: Names,
): TimelineEntry['changes'] {
  const [old, changed] = [valuesOf(before), valuesOf(after)];
  return Object.entries(fieldNames)
    .map(([field, name]) => ({
      field: name,
      before: show(field, old[field], names),
      after: show(field, changed[field], names),
    }))
    .filter((change) => change.before !== change.after);
}

export function valuesOf(json: unknown): Values {
  return typeof json === 'object' && json !== null ? (json as Values) : {};
}

/** Null where there is none. */
export function textIn(json: unknown, field: string): string | null {
  const value = valuesOf(json)[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

function show(field: string, value: unknown, names: Names): string {
  const isEmpty = value === null || value === undefined || value === '';
  if (isEmpty || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'classId') return names.classTime(Number(value));
  if (field === 'instructorId' || field === 'personId') return names.person(Number(value));
  if (field === 'startsAt') return showTime(new Date(String(value)));
  if (field === 'startDate') return formatCalendarDate(String(value));
  return String(value);
}
