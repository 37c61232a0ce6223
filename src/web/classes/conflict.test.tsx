import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose, fieldValue } from '../testing/staff-pages.ts';

const newer = 'Somebody else has changed this class meanwhile.';

const differences = () =>
  within(screen.getByRole('dialog', { name: 'Edit Class' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Saves 6 PM over what a colleague has made of the class: 9 AM, with Ruth. */
async function saveOverNewer() {
  const current = adminClass(1, {
    startTime: '2026-11-20T17:00:00.000Z',
    timeSlot: '9AM',
    instructorId: 9,
    instructorFirstName: 'Ruth',
    version: 2,
  });
  let asked = 0;
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'PATCH /api/classes/:id': () =>
        asked++ === 0 ? new Refusal(409, newer, { current }) : adminClass(1, { version: 3 }),
    },
  });
  await page.click(/^Edit Class/);
  await choose(page, 'Time Slot', '6PM');
  await page.click('Update Class');
  await page.sees(newer);
  return page;
}

test('whoever saves second reads what was changed, keeps what they chose, and may replace it', async () => {
  const page = await saveOverNewer();
  expect(differences()).toEqual(['Time Slot is now 9:00 AM', 'Instructor is now Ruth']);
  expect(fieldValue('Time Slot')).toBe('6PM');
  expect(fieldValue('Instructor')).toBe('9');
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([{}, { body: { timeSlot: '6PM', instructorId: 9 } }]);
});

test('whoever saves second may take the newer values instead', async () => {
  const page = await saveOverNewer();
  await page.click('Use the newer values');
  await waitFor(() => page.seesNot(newer));
  expect(fieldValue('Time Slot')).toBe('9AM');
});
