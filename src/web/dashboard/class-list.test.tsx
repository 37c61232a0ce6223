import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';
import { choose } from '../testing/staff-pages.ts';

const openList = (answers: Answers = {}, role: 'admin' | 'teacher' = 'admin', now?: string) =>
  openPage('/admin', {
    user: userOf(role),
    ...(now && { now: new Date(now) }),
    answers: { ...staffAnswers, ...answers },
  });
const start = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Start Zoom Meeting/ });

test('a spinner shows while the classes load', async () => {
  const { answer, letGo } = hold(() => [adminClass(1)]);
  const page = await openList({ 'GET /api/classes/all': answer });
  await page.sees('Loading classes…');
  letGo();
  await page.sees('Fri, Nov 20, 2026');
  page.seesNot('Loading classes…');
});

test('loading the classes can be retried, and an empty list says so', async () => {
  let asked = 0;
  const page = await openList({
    'GET /api/classes/all': () => (asked++ === 0 ? new Refusal(503, 'Away.') : []),
  });
  await page.sees('Failed to fetch classes');
  await page.sees('Away.');
  await page.click('Try Again');
  await page.sees('No classes found');
});

test.each([
  ['its registration page', 'https://zoom.test/register', '811', 'https://zoom.test/register'],
  ['its meeting', null, '811', 'https://zoom.us/j/811'],
])('the time of a class leads to %s', async (_where, zoomRegistrationUrl, zoomMeetingId, href) => {
  await openList({
    'GET /api/classes/all': [adminClass(1, { zoomRegistrationUrl, zoomMeetingId })],
  });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^10:00\sAM\sPT/ });
  expect([link.href, link.target]).toEqual([href, '_blank']);
});

test('a class shows how many of its places are taken', async () => {
  await openList({
    'GET /api/classes/all': [adminClass(1, { registrationCount: 12, defaultPlaces: 20 })],
  });
  const count = await screen.findByText('12');
  expect(count.closest('td')?.textContent).toBe('12 registered/ 20');
});

test('only the next class has a start button that stands out', async () => {
  await openList({
    'GET /api/classes/all': [adminClass(1), adminClass(2, { startTime: '2026-11-21T18:00:00Z' })],
  });
  const buttons = await screen.findAllByRole('button', { name: /^Start Zoom Meeting/ });
  const isQuiet = ({ className }: HTMLElement) => className.includes('border-line-strong');
  expect(buttons.map(isQuiet)).toEqual([true, false]);
});

test('a class without a meeting has no link and cannot be started', async () => {
  let asked = 0;
  const missing = adminClass(1, { zoomMeetingId: null, zoomRegistrationUrl: null });
  const page = await openList({
    'GET /api/classes/all': () => [asked++ === 0 ? missing : adminClass(1)],
  });
  await page.sees('Setting up the meeting…');
  expect(screen.queryByRole('link', { name: /PT/ })).toBeNull();
  expect((await start()).disabled).toBe(true);
  await waitFor(async () => expect((await start()).disabled).toBe(false));
  page.seesNot('Setting up the meeting…');
});

test('a meeting that could not be created says why and can be retried', async () => {
  const page = await openList({
    'GET /api/classes/all': [
      adminClass(1, { zoomMeetingId: null, meetingProblem: 'Zoom returned 429' }),
    ],
    'POST /api/admin/classes/:id/retry-meeting': { message: 'The meeting is tried again.' },
  });
  await page.sees('We couldn’t create the meeting: Zoom returned 429');
  page.seesNot('Setting up the meeting…');
  await page.click(/^Retry/);
  await page.sees('The meeting is tried again.');
});

test.each([
  ['2026-11-20T18:59:30Z', 1],
  ['2026-11-20T19:00:30Z', 0],
])('at %s the 6 PM UTC class is listed %i times', async (now, count) => {
  const page = await openList({}, 'admin', now);
  await page.sees(count === 1 ? '1 upcoming class' : 'No classes found');
  expect(screen.queryAllByText('Fri, Nov 20, 2026')).toHaveLength(count);
});

test('the count lists who is registered', async () => {
  const registrations = [
    { id: 1, name: 'Nora Lind', email: 'nora@example.org', classNumber: 7 },
    { id: 2, name: 'Omar Rahimi', email: 'omar@example.org', classNumber: 5 },
  ];
  const page = await openList({
    'GET /api/classes/all': [
      adminClass(1, { registrationCount: 2, registrations }),
      adminClass(2, { startTime: '2026-11-27T18:00:00.000Z' }),
    ],
  });
  await page.click('2 registered');
  await page.sees('nora@example.org');
  await page.sees('Class 7');
  await page.click('0 registered');
  await page.sees('No students registered');
});

test('a teacher sees the classes but cannot change them', async () => {
  await openList({}, 'teacher');
  await start();
  const changing = /Add |Edit |Select |Days Without|Delete/;
  expect(screen.queryAllByRole('button', { name: changing })).toEqual([]);
});

test('Refresh fetches the list again', async () => {
  let topic = 'Before';
  const page = await openList({ 'GET /api/classes/all': () => [adminClass(1, { topic })] });
  await page.sees('Before');
  topic = 'After';
  await page.click('Refresh');
  await page.sees('After');
});

test('teachers can list only their own classes', async () => {
  const page = await openList(
    {
      'GET /api/classes/all': [
        adminClass(1, { instructorId: 7 }),
        adminClass(2, { topic: 'Taught by others' }),
      ],
    },
    'teacher',
  );
  await page.click('Only my classes', 'checkbox');
  await waitFor(() => page.seesNot('Taught by others'));
  await page.isAt('/admin?mine=1');
});

const week = {
  'GET /api/classes/all': [
    adminClass(1, { startTime: '2026-11-16T20:00:00Z', instructorFirstName: 'Ruth' }),
    adminClass(2, { startTime: '2026-11-18T02:00:00Z', registrationCount: 2 }),
    adminClass(3, { startTime: '2026-11-19T18:00:00Z' }),
    adminClass(4, { startTime: '2026-11-25T02:00:00Z' }),
  ],
} satisfies Answers;

test('each day’s classes have a heading', async () => {
  await openList(week);
  const headings = await screen.findAllByRole('rowheader');
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Today · Mon, Nov 16',
    'Tomorrow · Tue, Nov 17',
    'Thu, Nov 19',
    'Tue, Nov 24',
  ]);
});

test('filters narrow the list, are in the URL, and can be cleared', async () => {
  const page = await openList(week);
  await page.sees('4 upcoming classes');
  await choose(page, 'Filter by day', 'Tuesday');
  await page.sees('2 upcoming classes');
  await choose(page, 'Filter by size', 'Has students');
  await page.sees('1 upcoming class');
  await page.isAt('/admin?day=2&size=Has+students');
  await page.click('Clear');
  await page.sees('4 upcoming classes');
  await page.isAt('/admin');
});

test('all classes of a filtered list are selected at once', async () => {
  const page = await openList(week);
  await choose(page, 'Filter by day', 'Tuesday');
  await page.click('Select Classes');
  await page.click('Select All 2');
  await page.sees('2 of 2 classes selected');
});

test.each([
  ['admin', ['Open Class', 'Message the Class', 'Download CSV', 'Audit', 'Cancel Class']],
  ['teacher', ['Open Class', 'Download CSV']],
] as const)('the menu of a row offers an %s %j', async (role, labels) => {
  const page = await openList({}, role);
  await page.click('More actions for Friday, November 20 at 10:00 AM PT');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(labels);
});

test('a class is canceled from its row', async () => {
  const page = await openList();
  await page.click(/^More actions for/);
  await page.click('Cancel Class', 'menuitem');
  await screen.findByRole('dialog', { name: 'Cancel this class?' });
});

test('the week shows its classes by day and hour, and leads to the next week', async () => {
  const page = await openList(week);
  await page.click('week');
  const days = await screen.findByRole('list', { name: 'Classes by day' });
  const texts = within(days)
    .getAllByRole('listitem')
    .filter((day) => within(day).queryByRole('link'))
    .map(({ textContent }) => textContent?.replaceAll('\u202f', ' '));
  expect(texts).toEqual([
    'Mon, Nov 1612:00 PM PT Ruth 0 registered',
    'Tue, Nov 176:00 PM PT TBA 2 registered',
    'Thu, Nov 1910:00 AM PT TBA 0 registered',
  ]);
  await page.click('Later Week');
  await page.isAt('/admin?view=week&week=2026-11-22');
  await page.sees('November 22 – November 28');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Later Week' }).disabled).toBe(true);
});

test('filters without a match say so', async () => {
  const page = await openPage('/admin?day=6', { user: userOf('admin'), answers: staffAnswers });
  await page.sees('No classes found');
  await page.sees('No upcoming classes match. Choose other filters, or clear them.');
});
