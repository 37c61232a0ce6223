import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { PastClass } from '../../contract/timetable.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { dayButton, openCalendar } from '../testing/staff-pages.ts';

const pastClass = (id: number, changes: Partial<PastClass> = {}): PastClass => ({
  id,
  startTime: '2026-11-13T18:00:00.000Z',
  classType: 'Weekly',
  instructorName: 'Ruth Abara',
  topic: 'TM Weekly Class',
  wasHeld: true,
  registered: 4,
  came: 2,
  missed: 0,
  unclear: 1,
  excused: 1,
  ...changes,
});

const open = (answers: Answers, address = '/admin/classes?view=past') =>
  openPage(address, { user: userOf('teacher'), answers });
const call = 'GET /api/admin/past-classes';

test('past classes show how many came and which were not held', async () => {
  const classes = [pastClass(8), pastClass(7, { wasHeld: false, excused: 0 })];
  const page = await open({ [call]: { classes, next: null } });
  await page.sees('Past classes');
  await page.sees('and 1 excused');
  await page.sees('Not held');
});

test('past classes have pages, and a new search starts on the first', async () => {
  const page = await open({
    [call]: ({ query }) =>
      query.before ? { classes: [pastClass(3)], next: null } : { classes: [pastClass(8)], next: 8 },
  });
  await page.click('Older');
  await page.sees('Page 2');
  await page.isAt('/admin/classes?view=past&before=8');
  await page.type('Student', 'bell');
  await page.sees('Page 1');
  await page.isAt('/admin/classes?view=past&student=bell');
});

test('loading past classes can be retried, and an empty list says so', async () => {
  let asked = 0;
  const page = await open({
    [call]: () => (asked++ === 0 ? new Refusal(503, 'Away.') : { classes: [], next: null }),
  });
  await page.sees('We couldn’t load the past classes');
  await page.click('Try Again');
  await page.sees('No past classes found');
});

test('an unknown list leads to the dashboard', async () => {
  const page = await open({ 'GET /api/classes/all': [] }, '/admin/classes');
  await page.isAt('/admin');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Dashboard');
});

test('past classes can be searched from a date, and the date can be cleared', async () => {
  const page = await open({ [call]: { classes: [pastClass(8)], next: null } });
  await openCalendar(page, 'From', 'November', '2026');
  await page.mouse.click(dayButton('Nov 3, 2026'));
  await page.isAt('/admin/classes?view=past&from=2026-11-03');
  await page.click('From, Tue, Nov 3, 2026');
  await page.click('Clear');
  await page.isAt('/admin/classes?view=past');
});

test('an open calendar closes when another field of the search gets focus', async () => {
  const page = await open({ [call]: { classes: [pastClass(8)], next: null } });
  await openCalendar(page, 'From', 'November', '2026');
  await page.click('To, Select a date');
  expect(await screen.findAllByRole('grid')).toHaveLength(1);
});

test('the file has the same filters as the list', async () => {
  const page = await open(
    { [call]: { classes: [pastClass(8)], next: null } },
    '/admin/classes?view=past&from=2026-11-01&to=2026-11-30&before=9',
  );
  await page.sees('Download CSV');
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/admin/attendance.csv?from=2026-11-01&to=2026-11-30&instructor=&student=',
  );
});
