import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { staffAnswers, studentRow } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

test('Refresh refetches the students, and saving a student updates the list without a refetch', async () => {
  let lastName = 'Haddad';
  const page = await openPage('/admin?tab=students', {
    user: userOf('admin'),
    now: new Date('2026-11-16T18:05:00Z'),
    answers: {
      ...staffAnswers,
      'GET /api/students': () => [studentRow(1, { lastName })],
      'PATCH /api/admin/students/:id': {
        accountReset: false,
        daysDifference: 0,
        student: studentRow(1, { firstName: 'Fay', version: 2 }),
      },
    },
  });
  await page.sees('Haddad');
  await page.sees(/^as of 10:0\d\sAM\sPT/);
  lastName = 'Hadid';
  await page.click('Refresh');
  await page.sees('Hadid');
  expect(page.calls('GET /api/students')).toHaveLength(2);
  await page.click(/^farah/);
  await page.type('First Name', 'Fay');
  await page.click('Update Student');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.sees('Fay');
  expect(page.calls('GET /api/students')).toHaveLength(2);
});
