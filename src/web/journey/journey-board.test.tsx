import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { JourneyPerson, Trends } from '../../contract/journey.ts';
import { JOURNEY_GROUPS, type JourneyGroup } from '../../course/journey-groups.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { fieldValue } from '../testing/staff-pages.ts';

const groups = Object.fromEntries(JOURNEY_GROUPS.map((group) => [group, 0])) as Record<
  JourneyGroup,
  number
>;
const late: JourneyPerson = {
  id: 3,
  firstName: 'Late',
  lastName: 'Comer',
  email: 'late@example.org',
  phone: null,
  since: '2026-11-01T18:00:00.000Z',
  nextClass: null,
  missed: 2,
  lastSignInAt: null,
};

const attended = {
  classes: 2,
  registered: 5,
  expected: 4,
  came: 3,
  missed: 1,
  unclear: 0,
  excused: 1,
};
const none = {
  ...{ classes: 0, registered: 0, expected: 0, came: 0, missed: 0, unclear: 0, excused: 0 },
  ...{ makeups: 0, registrations: 0, signIns: 0 },
  ...{ textsDelivered: 0, textsSent: 0, textsFailed: 0, emailsSent: 0, emailsFailed: 0 },
};

const trends: Trends = {
  countedAt: null,
  weeks: [
    { ...none, week: '2026-11-08', ...attended, textsDelivered: 12 },
    { ...none, week: '2026-11-15', signIns: 2000 },
  ],
  slots: [{ day: 'Tuesday', time: '4:00 PM PT', ...attended }],
  instructors: [{ name: 'Ruth Abara', ...attended }],
  funnel: [
    { step: 'joined', reached: 10, days: 0 },
    { step: 'chose', reached: 8, days: 1.2 },
  ],
};

const openBoard = (answers: Answers = {}, address = '/admin/journey') =>
  openPage(address, {
    user: userOf('admin'),
    answers: {
      'GET /api/admin/journey': {
        students: 21,
        groups: { ...groups, 'never-chose': 21 },
        neverChoseNorSignedIn: 4,
        countedAt: null,
      },
      'GET /api/admin/journey/trends': trends,
      'GET /api/admin/journey/people': {
        people: [late],
        countedAt: null,
        pagination: { page: 1, totalPages: 2, total: 21 },
      },
      ...answers,
    },
  });

async function openGroup(answers: Answers = {}) {
  const page = await openBoard(answers, '/admin/journey?group=never-chose');
  await screen.findByText('Late Comer');
  return page;
}

test('the board shows how many students are in each group, and opens their list', async () => {
  const page = await openBoard();
  await page.sees('21 students, each counted once.');
  await page.sees('4 of them never signed in');
  expect(screen.queryByText(/Counted at/)).toBeNull();
  await page.click(/^21 No classes chosen$/, 'link');
  await page.isAt('/admin/journey?group=never-chose');
  await page.sees('They have an account but haven’t chosen a class yet.');
});

test('figures that a large school counted earlier say when that was', async () => {
  const page = await openBoard({
    'GET /api/admin/journey': {
      ...{ students: 30_000, groups, neverChoseNorSignedIn: 0 },
      countedAt: '2026-11-16T17:31:00.000Z',
    },
    'GET /api/admin/journey/trends': { ...trends, countedAt: '2026-11-16T17:20:00.000Z' },
  });
  await page.sees('30,000 students, each counted once. Counted at 9:31 AM PT.');
  await page.sees('Counted at 9:20 AM PT.');
});

test('so does the total of a large group', async () => {
  const page = await openGroup({
    'GET /api/admin/journey/people': {
      people: [late],
      countedAt: '2026-11-16T17:31:00.000Z',
      pagination: { page: 1, totalPages: 900, total: 18_000 },
    },
  });
  await page.sees('Select All 18,000');
  await page.sees('Counted at 9:31 AM PT.');
});

test('a list can be sorted by missed classes', async () => {
  const page = await openGroup();
  await page.click('Missed');
  await page.isAt('/admin/journey?group=never-chose&sort=-missed');
  await waitFor(() =>
    expect(page.calls('GET /api/admin/journey/people').at(-1)?.query.sort).toBe('-missed'),
  );
});

test('a board that failed to load can be retried', async () => {
  let asked = 0;
  const counted = { students: 1, groups, neverChoseNorSignedIn: 0, countedAt: null };
  const page = await openBoard({
    'GET /api/admin/journey': () => (asked++ === 0 ? new Refusal(503, 'Away.') : counted),
  });
  await page.sees('We couldn’t load the numbers');
  await page.click('Try Again');
  await page.sees('1 student, each counted once.');
});

const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('the last weeks are in a table, newest first, without columns of zeros', async () => {
  await openBoard();
  const table = await screen.findByRole('table', { name: 'Week by week' });
  const names = within(table).getAllByRole('rowheader');
  expect(names.map(({ textContent }) => textContent)).toEqual(['This week', 'November 8']);
  expect(await cellsOf('Week by week')).toEqual([
    ...['– (0 of 0)', '0', '0', '2,000', '0'],
    ...['75% (3 of 4)', '1', '1', '0', '12'],
  ]);
});

test('pictures of the last weeks can be read as tables', async () => {
  const page = await openBoard();
  expect(await cellsOf('No-shows by day and time')).toEqual(['25%']);
  expect(await cellsOf('Students per class')).toEqual(['2.5']);
  expect(await cellsOf('Attendance by instructor')).toEqual(['75% 3 of 4 attended, 2 classes']);
  await page.sees('80% of the step above, typically 1 day later');
});

test('nothing can be sent without a selection', async () => {
  await openGroup();
  for (const name of ['Send Login Link', 'Send Message']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  }
});

test('refused login links say why, and can be sent again', async () => {
  let asked = 0;
  const page = await openGroup({
    'POST /api/admin/journey/login-links': () =>
      asked++ === 0
        ? new Refusal(429, 'Too many for today.')
        : { message: 'Login links are on their way to 1 person.' },
  });
  await page.click('Select Late Comer', 'checkbox');
  await page.sees('1 of 21 selected');
  await page.click('Send Login Link');
  await screen.findByRole('dialog', { name: 'Send a login link to 1 person?' });
  await page.click('Send to 1 Person');
  await page.sees('Too many for today.');
  await page.click('Send to 1 Person');
  await page.sees('Login links are on their way to 1 person.');
  await waitFor(() => expect(screen.queryByText('1 of 21 selected')).toBeNull());
  const [first, second] = page.changes().map(({ body }) => body as { key: string });
  expect(first).toMatchObject({ audience: { group: 'never-chose', ids: [3] } });
  expect(second?.key, 'so that nothing goes out twice').toBe(first?.key);
});

test('a message to a group is previewed first, and kept if it is refused', async () => {
  const page = await openGroup({
    'POST /api/admin/journey/messages/preview': {
      mails: 21,
      texts: 0,
      names: ['Late Comer'],
      minutes: 1,
      mail: { subject: 'Your classes', text: 'Please choose.' },
      text: null,
    },
    'POST /api/admin/journey/messages': new Refusal(429, 'Too many for today.'),
  });
  await page.click('Select All 21');
  await page.sees('All 21 selected');
  await page.click('Send Message');
  await screen.findByRole('dialog', { name: 'Send a message' });
  await page.click('Preview');
  await page.sees('Please enter a subject');
  await page.type('Subject', 'Your classes');
  await page.type('Message', 'Please choose.');
  await page.click('Preview');
  await page.sees('Email to Late Comer and 20 others');
  await page.click('Send to 21 People');
  await page.sees('Too many for today.');
  await page.click('Edit Message');
  await waitFor(() => expect(fieldValue('Subject')).toBe('Your classes'));
});
