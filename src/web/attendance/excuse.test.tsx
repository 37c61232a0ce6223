import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { personAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { fieldValue } from '../testing/staff-pages.ts';

const correction = 'PATCH /api/admin/classes/:id/attendance/:personId';

/** The page of a student with Class 5 on Friday the 20th. */
async function openExcuse(answers: Answers = {}, state: 'booked' | 'excused' = 'booked') {
  const registration = {
    id: 11,
    classId: 4,
    startTime: '2026-11-20T18:00:00.000Z',
    isRescheduled: false,
    version: 1,
    correctionVersion: 2,
  };
  const page = await openPage('/admin/people/1', {
    user: userOf('admin'),
    answers: {
      ...personAnswers({ courseLine: [{ classNumber: 5, state, registration }] }),
      ...answers,
    },
  });
  await page.click(state === 'excused' ? /^Withdraw Excuse/ : /^Excuse/);
  await screen.findByLabelText('Reason');
  return page;
}

test('an excuse needs a reason', async () => {
  const page = await openExcuse();
  await screen.findByRole('dialog', { name: 'Excuse Farah Haddad?' });
  await page.click('Excuse');
  await page.sees('Please give a reason');
  expect(page.changes()).toEqual([]);
});

test('a refused excuse shows the error and keeps the reason', async () => {
  const page = await openExcuse({ [correction]: new Refusal(409, 'It was attended.') });
  await page.type('Reason', 'On a journey');
  await page.click('Excuse');
  await page.sees('It was attended.');
  expect(fieldValue('Reason')).toBe('On a journey');
});

test.each([
  ['booked', 'Excuse', 'Excused from Class 5', 'Excused'],
  ['excused', 'Withdraw', 'No longer excused from Class 5', 'Withdrawn'],
] as const)('a %s class has the button %s', async (state, button, words, status) => {
  const page = await openExcuse({ [correction]: { message: 'Attendance corrected' } }, state);
  await page.type('Reason', 'On a journey');
  await page.click(button);
  await page.sees(words);
  expect(page.changes()).toMatchObject([
    { params: { id: '4', personId: '1' }, body: { status, reason: 'On a journey' } },
  ]);
});
