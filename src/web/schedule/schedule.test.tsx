import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deviceTimeZone, writeTimesFor } from '../../course/format-time.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { scheduleEntry, studentAnswers } from '../testing/fixtures.ts';
import { hold, isPrimary, openPage, primaryButtons, userOf } from '../testing/open-page.tsx';

const entries = [5, 6, 7, 8, 9, 10].map((classNumber) => scheduleEntry(classNumber));
const openSchedule = (answers: Answers = {}, path = '/schedule', now?: Date) =>
  openPage(path, {
    user: userOf('student', { retreatContinueClicked: true, textContinueClicked: true }),
    ...(now && { now }),
    answers: { ...studentAnswers, ...answers },
  });
const cardOf = async (classNumber: number) => {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^Class ${classNumber}`) });
  const card = heading.closest('li');
  if (!card) throw new Error(`Class ${classNumber} has no card`);
  return card;
};

test('a past class is collapsed and is either completed or can be made up', async () => {
  const missed = scheduleEntry(6, {
    wasHeld: true,
    class: { ...scheduleEntry(6).class, startTime: '2026-11-11T17:00:00.000Z' },
  });
  const page = await openSchedule({
    'GET /api/schedule': entries.map((entry) => (entry.classNumber === 6 ? missed : entry)),
  });
  const completed = await cardOf(5);
  within(completed).getByText('Completed');
  within(await cardOf(6)).getByText('Missed');
  const fold = within(completed).getByRole('button', { name: /^Class 5/ });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await page.mouse.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect((await cardOf(6)).textContent).toContain('We missed you in Class 6.');
  await page.click('Schedule Makeup');
  await screen.findByRole('dialog', { name: 'Schedule Makeup for Class 6' });
});

test('Join Class opens the student’s own link, else the class’s link, else only logs a warning', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [own, , shared, none] = entries.slice(1);
  const page = await openSchedule({
    'GET /api/schedule': entries.map((entry) => {
      if (entry === shared) return { ...entry, studentZoomJoinUrl: null };
      if (entry !== none) return entry;
      return { ...entry, studentZoomJoinUrl: null, class: { ...entry.class, zoomJoinUrl: null } };
    }),
  });
  const join = async (classNumber = 0) => within(await cardOf(classNumber)).getByText('Join Class');
  const link = await join(own?.classNumber);
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://zoom.test/own/6',
    '_blank',
  ]);
  expect((await join(shared?.classNumber)).getAttribute('href')).toBe('https://zoom.test/class/8');
  await page.mouse.click(await join(none?.classNumber));
  expect(logged.mock.calls.flat()).toContain('This class has no meeting link yet.');
  logged.mockRestore();
});

test('a schedule that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openSchedule({
    'GET /api/schedule': () => (asked++ === 0 ? new Refusal(503, 'Away for a moment.') : entries),
  });
  await screen.findByRole('heading', { level: 1, name: 'Failed to fetch classes' });
  await page.sees('Away for a moment.');
  await page.click('Try Again');
  await page.sees('Your Course Schedule');
});

test('a retreat that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openSchedule({
    'GET /api/retreat-registration': () =>
      asked++ === 0 ? new Refusal(503, 'Away for a moment.') : null,
  });
  await page.sees('We couldn’t load your retreat');
  await page.click('Try Again');
  await page.sees('Schedule Your Retreat');
});

test('the schedule waits for the retreat, to avoid a layout shift', async () => {
  const { answer, letGo } = hold(() => null);
  const page = await openSchedule({ 'GET /api/retreat-registration': answer });
  await page.sees('Loading your schedule…');
  expect(screen.queryAllByText('Join Class')).toEqual([]);
  letGo();
  await page.sees('Join Class');
});

test('Add to Calendar stays open when the schedule replaces its skeleton', async () => {
  document.title = '';
  const { answer, letGo } = hold(() => []);
  const page = await openSchedule({ 'GET /api/attendance': answer });
  // Wait for the page's own skeleton, which replaces the guard's.
  await waitFor(() => expect(document.title).toMatch(/^Your Course Schedule/));
  await page.click('Add to Calendar');
  letGo();
  await page.sees('Join Class');
  const fold = screen.getByRole('button', { name: 'Add to Calendar' });
  expect(fold.getAttribute('aria-expanded')).toBe('true');
});

test('a student halfway through choosing can join and move chosen classes, and continue choosing', async () => {
  await openSchedule({ 'GET /api/schedule': entries.slice(0, 2) });
  await screen.findByRole('heading', { level: 1, name: 'Finish choosing your class times' });
  const card = within(await cardOf(6));
  card.getByRole('link', { name: 'Join Class' });
  card.getByRole('button', { name: 'Reschedule' });
  const goOn = screen.getByRole('link', { name: 'Continue Choosing' });
  expect(goOn.getAttribute('href')).toBe('/onboarding?resume=1');
});

test.each([
  ['2026-11-18T15:55:00Z', null, null],
  ['2026-11-18T16:05:00Z', /^Class 6 · today at 9:00.AM.PT, in 55 minutes/, 'quiet'],
  ['2026-11-18T16:46:00Z', /^Class 6 · today at 9:00.AM.PT, in 14 minutes/, 'primary'],
  ['2026-11-18T17:30:00Z', /^Class 6 has started · 9:00.AM.PT, 30 minutes ago/, 'primary'],
  ['2026-11-18T18:01:00Z', null, null],
])('at %s the bar at the bottom of the page says %s', async (now, words, look) => {
  await openSchedule({}, '/schedule', new Date(now));
  await cardOf(10);
  const name = { name: 'Your next class' };
  if (!words) return expect(screen.queryByRole('region', name)).toBeNull();
  const bar = await screen.findByRole('region', name);
  expect(bar.textContent).toMatch(words);
  expect(isPrimary(within(bar).getByText('Join Class'))).toBe(look === 'primary');
});

const canceled = (classNumber: number) =>
  scheduleEntry(classNumber, { cancellation: { reason: 'Flu', isOfPlace: false } });
const without = (...numbers: number[]) => entries.filter((entry) => !numbers.includes(entry.id));
const heldPlace = (id: number) => ({
  ...{ id, personId: 7, name: 'Nora Lind', classId: 2, classNumber: 7, turn: 1 },
  ...{ startTime: '2026-11-27T20:00:00.000Z', offerExpiresAt: '2026-11-19T20:00:00.000Z' },
});
const soon = '2026-11-18T16:50:00Z';

test.each<[string, string, Answers, string?]>([
  ['the next class', 'Class 6: Join Class', {}],
  ['a class to choose', 'Continue Choosing', { 'GET /api/schedule': without(10) }],
  [
    'a class to choose, with six chosen',
    'Continue Choosing',
    { 'GET /api/schedule': [...without(10), scheduleEntry(4, { class: scheduleEntry(5).class })] },
  ],
  [
    'the first of two canceled classes',
    'Class 7: Pick a New Time',
    { 'GET /api/schedule': [...without(7, 8), canceled(7), canceled(8)] },
  ],
  [
    'a class to choose before a canceled one',
    'Continue Choosing',
    { 'GET /api/schedule': [...without(7, 10), canceled(7)] },
  ],
  [
    'the first of two held places',
    'Take This Place',
    { 'GET /api/waiting-lists': [heldPlace(1), heldPlace(2)], 'GET /api/schedule': without(10) },
  ],
  [
    'a class that can be joined now',
    'Class 6: Join Class',
    { 'GET /api/waiting-lists': [heldPlace(1)], 'GET /api/schedule': [...without(7), canceled(7)] },
    soon,
  ],
  ['the retreat, after the last class', 'Register', {}, '2027-03-01T12:00:00Z'],
])('the only primary button is that of %s: %s', async (_, main, answers, now) => {
  await openSchedule(answers, '/schedule', now ? new Date(now) : undefined);
  await cardOf(5);
  await waitFor(() => expect(primaryButtons()).toEqual([main]));
});

test('a registered retreat is one line that opens its description and its time in the reader’s zone', async () => {
  writeTimesFor(() => 'America/New_York', { isMessage: false });
  onTestFinished(() => writeTimesFor(deviceTimeZone, { isMessage: false }));
  await openSchedule({
    'GET /api/retreat-registration': {
      ...{ id: 1, retreatTitle: 'A day in the hills', retreatDescription: 'Lunch is included.' },
      ...{ startsAt: '2026-12-05T17:00:00Z', endsAt: '2026-12-06T01:00:00Z' },
      ...{ changeUrl: null, isEnteredByHand: false },
    },
  });
  const line = await screen.findByRole('button', { name: 'A Day in the Hills · Sat, Dec 5' });
  const details = document.getElementById(line.getAttribute('aria-controls') ?? '');
  expect(line.getAttribute('aria-expanded')).toBe('false');
  line.click();
  await waitFor(() => expect(line.getAttribute('aria-expanded')).toBe('true'));
  expect(details?.textContent).toMatch(
    /Lunch is included\.Starts at 12:00.PM.in.New.York.*Change or Cancel/,
  );
});

test('a canceled class is not in the bar at the bottom of the page', async () => {
  const schedule = entries.map((entry) => (entry.classNumber === 6 ? canceled(6) : entry));
  await openSchedule({ 'GET /api/schedule': schedule }, '/schedule', new Date(soon));
  await cardOf(10);
  expect(screen.queryByRole('region', { name: 'Your next class' })).toBeNull();
});

test('the join help shows the meeting ID to type in, or says that there is none', async () => {
  let asked = 0;
  const page = await openSchedule(
    {
      'GET /api/schedule/:registrationId/meeting': () =>
        [
          new Refusal(500, 'Away for a moment.'),
          { meetingId: '81234567890', passcode: '123456' },
          { meetingId: '81234567890', passcode: null },
        ][asked++] ?? new Refusal(404, 'Gone.'),
    },
    '/schedule',
    new Date('2026-11-18T16:46:00Z'),
  );
  const bar = within(await screen.findByRole('region', { name: 'Your next class' }));
  await page.mouse.click(bar.getByRole('button', { name: 'Trouble joining?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Trouble joining?' });
  expect(dialog.textContent).toContain('Your teacher is Daniel.');
  await page.sees('Away for a moment.');
  await page.click('Try Again');
  await page.sees('812 3456 7890');
  await page.sees('123456');
  await page.press('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.mouse.click(bar.getByRole('button', { name: 'Trouble joining?' }));
  await page.sees(/You can only join this class with its link\./);
});

test('the read-only view lists the classes by number, with date, time and instructor', async () => {
  await openSchedule({ 'GET /api/schedule': entries.toReversed() }, '/class-schedule');
  await screen.findByRole('heading', { level: 1, name: 'Your Selected Class Schedule' });
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows).toHaveLength(6);
  expect(rows[1]).toMatch(/^Class 6Wednesday, November 18, 20269:00.AM.PT.*Instructor: Daniel/);
});

test('the read-only view of a student without classes leads to choosing', async () => {
  const page = await openSchedule({ 'GET /api/schedule': [] }, '/class-schedule');
  await page.sees(/You haven’t picked any class times yet\./);
  await screen.findByRole('link', { name: 'Pick your class times' });
});
