import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../contract/history.ts';
import { groupEntries, titleOfGroup } from './timeline.tsx';

const entry = (title: string, changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  key: title,
  at: '2026-11-15T18:00:10.000Z',
  kind: 'classes',
  title,
  details: [],
  changes: [],
  by: null,
  classId: null,
  messageId: null,
  isProblem: false,
  ...changes,
});

const sizes = (...entries: TimelineEntry[]) => groupEntries(entries).map(({ length }) => length);
const chosen = entry('Class 5: time chosen');

test('the same change to several classes is one group', () => {
  const later = entry('Class 6: time chosen', { at: '2026-11-15T18:00:59.999Z' });
  expect(sizes(chosen, later)).toEqual([2]);
});

test.each([
  ['another minute', { at: '2026-11-15T18:01:00.000Z' }],
  ['another person', { by: 'Ruth Abara' }],
  ['another kind', { kind: 'attendance' }],
  ['another change', { title: 'Class 6: rescheduled' }],
] as const)('%s is another group', (_, changes) => {
  expect(sizes(chosen, entry('Class 6: time chosen', changes))).toEqual([1, 1]);
});

test('messages stay separate, because each can be read', () => {
  const sent = (key: string) => entry('Login link by email: sent', { key, kind: 'messages' });
  expect(sizes(sent('1'), sent('2'))).toEqual([1, 1]);
});

test('a group says how many classes changed', () => {
  expect(titleOfGroup([chosen, chosen])).toBe('2 class times chosen');
  const moved = entry('Class 5: rescheduled');
  expect(titleOfGroup([moved, moved, moved])).toBe('3 classes: rescheduled');
});
