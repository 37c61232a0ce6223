import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { StaffOffer } from '../../contract/schedule-for-students.ts';
import { personAnswers, slotAt, weekOf } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const register = 'POST /api/admin/people/:id/class-times/:classNumber';
const offer: StaffOffer = {
  ...weekOf([]),
  ...{ classNumber: 5, held: null, problems: [] },
  classes: [
    {
      ...slotAt(4, '2026-11-20T18:00:00.000Z'),
      ...{ classType: 'Weekly', places: 20, placesLeft: 0, isFull: true },
      ...{ problems: ['This class is full.'], verdict: 'with-reason' },
    },
  ],
};

async function openRegister(classes: StaffOffer['classes']) {
  const page = await openPage('/admin/people/1', {
    user: userOf('admin'),
    answers: {
      ...personAnswers({
        courseLine: [{ classNumber: 5, state: 'to choose', registration: null }],
      }),
      'GET /api/admin/people/:id/class-times/:classNumber': { ...offer, classes },
      [register]: {
        ...{ registrationId: 9, classNumber: 5, startTime: '2026-11-20T18:00:00.000Z' },
        ...{ isSuspended: false, version: 0 },
      },
    },
  });
  await page.click(/^Register/);
  return page;
}

test('if many times break the same rule, staff read which one only after choosing', async () => {
  const early = ['2026-11-17T18:00:00.000Z', '2026-11-18T18:00:00.000Z'].map(
    (startTime, id): StaffOffer['classes'][number] => ({
      ...slotAt(id, startTime),
      ...{ classType: 'Weekly', places: 20, placesLeft: 9 },
      ...{ problems: ['This time isn’t after their previous class.'], verdict: 'with-reason' },
    }),
  );
  const page = await openRegister(early);
  await page.mouse.click(await screen.findByRole('switch'));
  await waitFor(() => expect(screen.getAllByText('Needs a reason.')).toHaveLength(2));
  page.seesNot('This time isn’t after their previous class.');
  await page.click(/^Select Time, Tuesday/);
  await page.sees('This time isn’t after their previous class.');
});

test('a full class asks staff whether to add the student anyway, and needs a reason', async () => {
  const page = await openRegister(offer.classes);
  await page.click(/^Select Time, Friday, November 20/);
  await page.sees('This class is full (20 of 20). Add Farah Haddad anyway?');
  await page.click('Register');
  await page.sees('Please give a reason.');
  expect(page.changes()).toEqual([]);
  await page.mouse.type(screen.getByLabelText('Reason'), 'Leaves on Monday');
  await page.click('Register');
  await page.sees('Registered for Class 5');
  expect(page.changes()).toMatchObject([{ body: { classId: 4, reason: 'Leaves on Monday' } }]);
});
