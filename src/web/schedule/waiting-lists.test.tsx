import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { WaitingTurn } from '../../contract/schedule.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { scheduleEntry, slotAt, studentAnswers, weekOf } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const full = { ...slotAt(2, '2026-11-17T20:00:00.000Z'), placesLeft: 0, isFull: true };
const turn = (changes: Partial<WaitingTurn> = {}): WaitingTurn => ({
  id: 9,
  personId: 7,
  name: 'Nora Lind',
  classId: 2,
  classNumber: 5,
  startTime: full.startTime,

  turn: 2,
  offerExpiresAt: null,
  ...changes,
});
const offered = turn({ offerExpiresAt: '2026-11-16T20:00:00.000Z' });

function openWith(path: string, lists: WaitingTurn[][], answers: Answers = {}) {
  const left = [...lists];
  return openPage(path, {
    user: userOf('student', { retreatContinueClicked: true, textContinueClicked: true }),
    answers: {
      ...studentAnswers,
      'GET /api/class-time-wish': null,
      'GET /api/classes/available': { ...weekOf([full]), nextClassNumber: 5 },
      'GET /api/waiting-lists': () => (left.length > 1 ? left.shift() : left[0]) ?? [],
      ...answers,
    },
  });
}

test('a full time offers its waiting list, and then shows the place in line', async () => {
  const page = await openWith('/onboarding', [[], [turn()]], {
    'GET /api/schedule': [],
    'POST /api/waiting-lists': { message: 'You’re on the waiting list' },
  });
  await page.click(/^Join Waiting List, Tuesday, November 17/);
  const slots = await screen.findByRole('region', { name: 'Class times' });
  await within(slots).findByText('You’re 2nd in line');
  expect(page.changes()).toMatchObject([{ body: { classId: 2, classNumber: 5 } }]);
  await page.sees(/^For Class 5 on Tuesday, November 17 at 12:00.PM.PT/);
});

test('moving a class offers waiting lists, too', async () => {
  const page = await openWith('/schedule', [[]], {
    'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset': weekOf([full]),
    'POST /api/waiting-lists': new Refusal(409, 'You can be on up to 3 waiting lists at a time.'),
  });
  const [reschedule] = await screen.findAllByRole('button', { name: 'Reschedule' });
  if (reschedule) await page.mouse.click(reschedule);
  await page.click(/^Join Waiting List/);
  await page.sees('You can be on up to 3 waiting lists at a time.');
});

test('an offered place is at the top of the schedule with its deadline, and can be taken', async () => {
  const message = 'The place is yours. Class 5 is on Tuesday.';
  const page = await openWith('/schedule', [[offered], []], {
    'POST /api/waiting-lists/:id': { message },
  });
  await page.sees('A place opened up for Class 5');
  await page.sees(/We’re holding it for you until Monday, November 16 at 12:00.PM.PT/);
  await page.click(/^Take This Place/);
  await page.sees(message);
  expect(page.changes()).toMatchObject([{ params: { id: '9' }, body: { action: 'take' } }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting lists' })).toBeNull());
});

test('a student who was too late sees why, and the offer is gone', async () => {
  const page = await openWith('/schedule', [[offered], []], {
    'POST /api/waiting-lists/:id': new Refusal(409, 'This place has gone to the next person.'),
  });
  await page.click(/^Take This Place/);
  await page.sees('This place has gone to the next person.');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Take This Place/ })).toBeNull(),
  );
});

test('No, Thanks and Leave Waiting List take the student off the list', async () => {
  const answers = { 'POST /api/waiting-lists/:id': { message: 'You’re no longer on the list' } };
  const page = await openWith('/schedule', [[offered, turn({ id: 10 })], [turn({ id: 10 })], []], {
    ...answers,
    'GET /api/schedule': [5, 6, 7, 8, 9, 10].map((number) => scheduleEntry(number)),
  });
  await page.click(/^No, Thanks/);
  await page.click(/^Leave Waiting List/);
  expect(page.changes()).toMatchObject([
    { params: { id: '9' }, body: { action: 'leave' } },
    { params: { id: '10' }, body: { action: 'leave' } },
  ]);
});
