import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { personAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose, fieldValue } from '../testing/staff-pages.ts';

const correction = 'PATCH /api/admin/classes/:id/attendance/:personId';

async function openExcuse(
  answers: Answers = {},
  state: 'booked' | 'excused' | 'missed' = 'booked',
  item = state === 'excused' ? 'Withdraw Excuse' : 'Excuse',
) {
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
  await page.click('More for Class 5');
  await page.click(item, 'menuitem');
  await screen.findByLabelText('Reason');
  return page;
}

test('an excuse needs a reason', async () => {
  const page = await openExcuse();
  const dialog = await screen.findByRole('dialog', { name: 'Excuse Farah Haddad?' });
  expect(dialog.textContent).toMatch(
    /Farah Haddad, Class 5 on Friday, November 20 at 10:00.AM.PT\./,
  );
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

test('a student who was there after all is marked Present from the missed class', async () => {
  const answers = { [correction]: { message: 'Attendance corrected' } };
  const page = await openExcuse(answers, 'missed', 'Correct Attendance');
  await choose(page, 'Attendance', 'Present');
  await page.type('Reason', 'Her camera was off');
  await page.click('Save');
  await page.sees('Attendance corrected');
  expect(page.changes()).toMatchObject([
    {
      params: { id: '4', personId: '1' },
      body: { status: 'Present', reason: 'Her camera was off' },
    },
  ]);
});

test('an excuse is still an excuse after someone else has corrected the attendance', async () => {
  const said = { status: 'Missed' as const, reason: 'never came', by: 'Ruth Abara' };
  const current = { ...said, at: '2026-11-16T18:00:00.000Z', guestName: null, version: 3 };
  let asked = 0;
  const page = await openExcuse({
    [correction]: () =>
      asked++ === 0
        ? new Refusal(409, 'Someone else was here.', { current })
        : { message: 'Attendance corrected' },
  });
  await page.type('Reason', 'On a journey');
  await page.click('Excuse');
  await page.sees('Someone else was here.');
  await page.click('Excuse');
  await page.sees('Excused from Class 5');
  expect(page.changes()).toMatchObject([{}, { body: { status: 'Excused' } }]);
});
