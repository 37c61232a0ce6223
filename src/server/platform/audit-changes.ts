import { readCalendarDate } from '../../course/calendar-date.ts';
import { formatCalendarDate, formatCompactDate, formatTime } from '../../course/format-time.ts';
import { showPhone } from './phone.ts';

/** What ids stand for. */
export interface IdNames {
  person(id: number): string;
  classTime(id: number): string;
}

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

/** Where the words of a field's own name would not do. */
const labels: Record<string, string> = {
  actorIds: 'Done by',
  classId: 'Class',
  classIds: 'Classes',
  classType: 'Type',
  host: 'Zoom host',
  instructorId: 'Instructor',
  isAdmin: 'May edit',
  mayShareHost: 'May overlap',
  personId: 'Person',
  personIds: 'People',
  startsAt: 'Time',
  textConsent: 'Receives texts',
};

/** Each field that differs; of what was noted only before or only once, each that has a value. */
export function describeChanges(before: unknown, after: unknown, named: IdNames): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].flatMap((name) => {
    if (isInternal(name, now[name] ?? old[name])) return [];
    const field = labelOf(name);
    // It says what was canceled or deleted, and has no value afterwards.
    if (!(name in now)) {
      const fact = show(name, old[name], named);
      return fact === null ? [] : [{ field, before: null, after: fact }];
    }
    const change = { field, ...showBoth(name, old, now, named) };
    if (change.before !== change.after) return [change];
    return change.after && contextFields.has(name) ? [{ ...change, before: null }] : [];
  });
}

/** The same of certain fields alone, in their order and under the names that they are given. */
export function describeSomeChanges(
  before: unknown,
  after: unknown,
  named: IdNames,
  fields: Record<string, string>,
): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.entries(fields)
    .map(([name, field]) => ({ field, ...showBoth(name, old, now, named) }))
    .filter((change) => change.before !== change.after);
}

type Fields = Record<string, unknown>;

/** The number of a row, which says nothing to a reader. */
function isInternal(name: string, value: unknown): boolean {
  const isId = name === 'message' || name.endsWith('Id');
  return isId && typeof value === 'number' && !peopleFields.has(name) && !classFields.has(name);
}

const showBoth = (name: string, old: Fields, now: Fields, named: IdNames) => ({
  before: show(name, old[name], named),
  after: show(name, now[name], named),
});

export const peopleIn = (values: unknown[]) => idsIn(values, peopleFields);
export const classesIn = (values: unknown[]) => idsIn(values, classFields);

function idsIn(values: unknown[], fields: Set<string>): number[] {
  return values
    .flatMap((value) => Object.entries(fieldsOf(value)))
    .filter(([name]) => fields.has(name))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'number');
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** 'retreatTitle' is 'Retreat title'. */
function labelOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const mostShown = 20;

function show(name: string, value: unknown, named: IdNames): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostShown).map((one) => show(name, one, named) ?? 'none');
    const more = value.length > mostShown ? [`${value.length - mostShown} more`] : [];
    return [...shown, ...more].join('; ') || null;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return showNumber(name, value, named);
  if (typeof value === 'string') return showText(value);
  return Object.entries(value)
    .map(([key, part]) => `${labelOf(key)}: ${show(key, part, named) ?? 'none'}`)
    .join(', ');
}

function showNumber(name: string, value: number, named: IdNames): string {
  if (peopleFields.has(name)) return named.person(value);
  if (classFields.has(name)) return named.classTime(value);
  return String(value);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

function showText(text: string): string {
  if (instant.test(text)) {
    const at = new Date(text);
    return `${formatCompactDate(at)}, ${formatTime(at)}`;
  }
  if (/^\+\d{8,15}$/.test(text)) return showPhone(text);
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? readCalendarDate(text) : null;
  return date ? formatCalendarDate(date) : text;
}
