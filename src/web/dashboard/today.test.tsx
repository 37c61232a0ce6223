import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ClassToday } from '../../contract/journey.ts';
import { JOURNEY_GROUPS, type JourneyGroup } from '../../course/journey-groups.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const groups = Object.fromEntries(JOURNEY_GROUPS.map((group) => [group, 0])) as Record<
  JourneyGroup,
  number
>;
const board = { students: 0, groups, neverChoseNorSignedIn: 0, countedAt: null };
const nora: ClassToday['registrations'][number] = {
  id: 1,
  personId: 31,
  name: 'Nora Quinn',
  email: 'nora@example.org',
  classNumber: 6,
  marks: ['missed-last'],
  missed: 2,
  note: 'Hard of hearing',
};
/** The viewer has id 7. The clock reads Monday, November 16, 10:00 AM PT. */
const classes: ClassToday[] = [
  {
    ...adminClass(1, { startTime: '2026-11-16T18:20:00.000Z', registrationCount: 1 }),
    registrations: [nora],
  },
  {
    ...adminClass(2, { startTime: '2026-11-18T00:00:00.000Z', instructorId: 7 }),
    ...{ instructorFirstName: 'Ruth', registrations: [] },
  },
];

const openToday = (answers: Answers = {}, role: 'admin' | 'teacher' = 'admin', search = '') =>
  openPage(`/admin/today${search}`, {
    user: userOf(role),
    answers: {
      'GET /api/admin/today': classes,
      'GET /api/admin/first-steps': [],
      'GET /api/admin/journey': board,
      'GET /api/admin/problems/count': { count: 0 },
      ...answers,
    },
  });

const day = async (name: 'Today' | 'Tomorrow') => {
  const heading = await screen.findByRole('rowheader', { name: new RegExp(`^${name}`) });
  return heading.closest('tbody') as HTMLElement;
};

test('a class shows who is coming and what to know about them', async () => {
  await openToday();
  const today = within(await day('Today'));
  const student = today.getByRole('link', { name: 'Nora Quinn' });
  expect(student.getAttribute('href')).toBe('/admin/people/31');
  expect(today.getAllByRole('button')).toHaveLength(1);
  for (const text of ['Class 6', 'Missed the last class', 'Note: Hard of hearing']) {
    expect(today.getByText(text)).toBeTruthy();
  }
  expect(within(await day('Tomorrow')).getByText('Ruth')).toBeTruthy();
});

test('only the next class has a start button that stands out', async () => {
  await openToday();
  const buttons = await screen.findAllByRole('button', { name: /^Start Zoom Meeting/ });
  const isPlain = ({ className }: HTMLElement) => className.includes('text-link');
  expect(buttons.map(isPlain)).toEqual([false, true]);
});

test('once today’s classes are over, the list says so', async () => {
  const page = await openToday();
  await day('Today');
  page.seesNot('No more classes today');
  await page.click('Only my classes', 'checkbox');
  await page.sees('No more classes today');
});

test('an admin who teaches can see only their own classes', async () => {
  const page = await openToday();
  await page.click('Only my classes', 'checkbox');
  await waitFor(() => page.seesNot('Nora Quinn'));
  await page.isAt('/admin/today?mine=1');
});

test('what needs an admin’s attention is counted and one click away', async () => {
  await openToday({
    'GET /api/admin/journey': {
      ...board,
      groups: { ...groups, 'missed-twice': 3, requests: 1, finished: 1200, weekly: 9 },
    },
    'GET /api/admin/problems/count': { count: 2 },
  });
  const needs = within(await screen.findByRole('region', { name: 'Needs your attention' }));
  const links = needs.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2 Problems', '/admin/problems'],
    ['3 Missed two or more', '/admin/journey?group=missed-twice&sort=-missed'],
    ['1,200 Ready to become alumni', '/admin/make-alumni'],
  ]);
});

test('what a large school counted earlier says when that was', async () => {
  const page = await openToday({
    'GET /api/admin/journey': { ...board, countedAt: '2026-11-16T17:31:00.000Z' },
  });
  await page.sees('Counted at 9:31 AM PT.');
});

test('an admin with nothing to do sees that they are all caught up', async () => {
  const page = await openToday();
  await page.sees('All caught up. Enjoy your classes.');
});

test('counts that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openToday({
    'GET /api/admin/journey': () => (asked++ === 0 ? new Refusal(503, 'Away.') : board),
  });
  await page.sees('We couldn’t load what needs your attention');
  await page.click('Try Again');
  await page.sees('All caught up. Enjoy your classes.');
});

test('a teacher sees which students they may want to talk to', async () => {
  const first = { ...nora, id: 2, personId: 32, name: 'Omar Rahimi', missed: 0 };
  await openToday(
    {
      'GET /api/admin/today': [
        { ...adminClass(1), registrations: [nora, { ...first, marks: ['first'] }] },
      ],
    },
    'teacher',
  );
  const needs = within(await screen.findByRole('region', { name: 'Needs your attention' }));
  expect(needs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Nora Quinn missed 2 classes',
    'Omar Rahimi is coming for the first time',
  ]);
});

test('classes that failed to load can be retried, and a day without classes says so', async () => {
  let asked = 0;
  const page = await openToday({
    'GET /api/admin/today': () => (asked++ === 0 ? new Refusal(503, 'Away.') : []),
  });
  await page.sees('We couldn’t load the classes');
  await page.click('Try Again');
  await page.sees('No classes today or tomorrow');
});
