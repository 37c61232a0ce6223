import { readCalendarDate } from '../../course/calendar-date.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { showPhone } from '../platform/phone.ts';
import { type Names, showTime } from './names.ts';

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Fields whose values are ids of people or of classes, alone or in a list. */
const peopleFields = new Set(['personId', 'personIds', 'instructorId', 'copiedBy', 'actorIds']);
const classFields = new Set(['classId', 'classIds', 'classes']);
/** Shown even where they stay the same: they say what the others are about. */
const contextFields = new Set(['classId', 'personId']);

/** What staff call the fields of an edit. A person's timeline shows these alone, in this order. */
const editLabels: Record<string, string> = {
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
  classesReturned: 'Upcoming classes canceled',
};

/** The others are called by their own names, but for these. */
const labels: Record<string, string> = {
  ...editLabels,
  actorIds: 'Done by',
  classIds: 'Classes',
  mayShareHost: 'May overlap',
  personIds: 'People',
};

/** Each field that differs; of what was noted only before or only once, each that has a value. */
export function describeChanges(before: unknown, after: unknown, names: Names): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...fields].flatMap((name) => {
    if (isInternal(name, now[name] ?? old[name])) return [];
    const field = labelOf(name);
    // It says what was canceled or deleted, and has no value afterwards.
    if (!(name in now)) {
      const fact = show(name, old[name], names);
      return fact === null ? [] : [{ field, before: null, after: fact }];
    }
    const change = { field, ...showBoth(name, old, now, names) };
    if (change.before !== change.after) return [change];
    return change.after && contextFields.has(name) ? [{ ...change, before: null }] : [];
  });
}

/** The same for a person's timeline. */
export function describeEdit(before: unknown, after: unknown, names: Names) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.entries(editLabels)
    .map(([name, field]) => ({ field, ...showBoth(name, old, now, names) }))
    .filter((change) => change.before !== change.after)
    .map(({ field, before: was, after: is }) => ({ field, before: was ?? '–', after: is ?? '–' }));
}

type Fields = Record<string, unknown>;

/** The number of a row, which says nothing to a reader. */
function isInternal(name: string, value: unknown): boolean {
  const isId = name === 'message' || name.endsWith('Id');
  return isId && typeof value === 'number' && !peopleFields.has(name) && !classFields.has(name);
}

const showBoth = (name: string, old: Fields, now: Fields, names: Names) => ({
  before: show(name, old[name], names),
  after: show(name, now[name], names),
});

interface LoggedRow {
  actorId: number | null;
  personId: number | null;
  classId: number | null;
  before: unknown;
  after: unknown;
}

/** The people and classes that the words for these rows name. */
export function idsIn(rows: LoggedRow[]): { personIds: number[]; classIds: number[] } {
  const fields = rows
    .flatMap(({ before, after }) => [before, after])
    .flatMap((value) => Object.entries(fieldsOf(value)));
  const idsOf = (wanted: Set<string>) =>
    fields.filter(([name]) => wanted.has(name)).flatMap(([, value]) => value);
  const isId = (value: unknown) => typeof value === 'number';
  return {
    personIds: rows
      .flatMap(({ actorId, personId }): unknown[] => [actorId, personId])
      .concat(idsOf(peopleFields))
      .filter(isId),
    classIds: rows
      .map(({ classId }): unknown => classId)
      .concat(idsOf(classFields))
      .filter(isId),
  };
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Null where there is none. */
export function textIn(json: unknown, field: string): string | null {
  const value = fieldsOf(json)[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** 'retreatEnd' is 'Retreat end'. */
function labelOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const mostShown = 20;

function show(name: string, value: unknown, names: Names): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostShown).map((one) => show(name, one, names) ?? 'none');
    const more = value.length > mostShown ? [`${value.length - mostShown} more`] : [];
    return [...shown, ...more].join('; ') || null;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return showNumber(name, value, names);
  if (typeof value === 'string') return showText(value);
  return Object.entries(value)
    .map(([key, part]) => `${labelOf(key)}: ${show(key, part, names) ?? 'none'}`)
    .join(', ');
}

function showNumber(name: string, value: number, names: Names): string {
  if (peopleFields.has(name)) return names.person(value);
  if (classFields.has(name)) return names.classTime(value);
  return String(value);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

function showText(text: string): string {
  if (instant.test(text)) return showTime(new Date(text));
  if (/^\+\d{8,15}$/.test(text)) return showPhone(text);
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? readCalendarDate(text) : null;
  return date ? formatCalendarDate(date) : text;
}
