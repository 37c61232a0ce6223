import type { AuditEntry } from '../../contract/history.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { showPhone } from '../platform/phone.ts';
import { type Names, showTime } from './names.ts';

const peopleFields = new Set(['personId', 'personIds', 'instructorId', 'copiedBy', 'actorIds']);
const classFields = new Set(['classId', 'classIds', 'classes']);
/** Shown even if unchanged, because they say what the entry is about. */
const contextFields = new Set(['classId', 'personId']);

/** Labels in display order. Unlisted fields come last, under their own names. */
const labels: Record<string, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  signsInByPhone: 'Signs in by phone',
  startDate: 'Start date',
  textConsent: 'Receives texts',
  transferStudent: 'Transfer student',
  role: 'Role',
  canEdit: 'Can edit',
  isAdmin: 'Can edit',
  zoomUser: 'Zoom user',
  retreatTitle: 'Retreat',
  title: 'Retreat',
  retreatDescription: 'Description',
  description: 'Description',
  startsAt: 'Time',
  classType: 'Type',
  instructorId: 'Instructor',
  places: 'Places',
  host: 'Zoom host',
  status: 'Attendance',
  classId: 'Class',
  classNumber: 'Class number',
  days: 'Days',
  hours: 'Hours',
  personId: 'Belongs to',
  classesRestored: 'Classes restored',
  classesNotRestored: 'Classes not restored',
  classesReplaced: 'Classes replaced',
  classesCleared: 'Upcoming classes canceled',
  actorIds: 'Done by',
  classIds: 'Classes',
  mayShareHost: 'Can overlap',
  personIds: 'People',
};
/** Fields that appear on the audit page but not on a person's timeline, where they would add nothing. */
const auditOnly = new Set(['actorIds', 'classIds', 'mayShareHost', 'personIds']);

type Change = AuditEntry['changes'][number];

export function describeChanges(
  before: unknown,
  after: unknown,
  names: Names,
  isShown: (field: string) => boolean = () => true,
): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const known = Object.keys(labels).filter((name) => name in old || name in now);
  const fields = new Set([...known, ...Object.keys(old), ...Object.keys(now)]);
  return [...fields].filter(isShown).flatMap((name): Change[] => {
    if (isInternal(name, now[name] ?? old[name])) return [];
    const [was, is] = [show(name, old[name], names), show(name, now[name], names)];
    const field = labelOf(name);
    // A field that appears only in `before` describes what was canceled or deleted, so we don't show it as a change.
    if (!(name in now)) return was === null ? [] : [{ field, before: null, after: was }];
    if (was !== is) return [{ field, before: was, after: is }];
    return is && contextFields.has(name) ? [{ field, before: null, after: is }] : [];
  });
}

export const isOnTimeline = (name: string) => Object.hasOwn(labels, name) && !auditOnly.has(name);

type Fields = Record<string, unknown>;

function isInternal(name: string, value: unknown): boolean {
  const isId = name === 'message' || name.endsWith('Id');
  return isId && typeof value === 'number' && !peopleFields.has(name) && !classFields.has(name);
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export const isText = (line: unknown) => typeof line === 'string';

export function textIn(json: unknown, field: string): string | null {
  const value = fieldsOf(json)[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Turns 'retreatEnd' into 'Retreat end'. */
function labelOf(name: string): string {
  const text = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return labels[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

const mostShown = 20;

function show(name: string, value: unknown, names: Names): string | null {
  if (value === null && name === 'status') return 'No record';
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
