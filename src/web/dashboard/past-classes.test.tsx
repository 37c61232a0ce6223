import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { PastClass } from '../../contract/timetable.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

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

test('past classes say how many came, and which did not take place', async () => {
  const classes = [pastClass(8), pastClass(7, { wasHeld: false, excused: 0 })];
  const page = await open({ [call]: { classes, next: null } });
  await page.sees('Past classes');
  await page.sees('and 1 excused');
  await page.sees('Not held');
});

test('past classes are turned page by page, and another search begins with the first', async () => {
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

test('past classes that cannot be loaded are asked for again, and none are said to be none', async () => {
  let asked = 0;
  const page = await open({
    [call]: () => (asked++ === 0 ? new Refusal(503, 'Away.') : { classes: [], next: null }),
  });
  await page.sees('Failed to fetch past classes');
  await page.click('Try Again');
  await page.sees('No past classes found');
});

test('an address that is of no list leads to the dashboard', async () => {
  const page = await open({ 'GET /api/classes/all': [] }, '/admin/classes');
  await page.isAt('/admin');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Admin Dashboard');
});
