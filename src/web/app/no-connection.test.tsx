import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { offline } from '../testing/fake-api.ts';
import { scheduleEntry, studentAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const unreachable = 'We couldn’t reach the portal. Please check your connection and try again.';
const student = userOf('student', { retreatContinueClicked: true, textContinueClicked: true });

test('a schedule that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openPage('/schedule', {
    user: student,
    answers: {
      ...studentAnswers,
      'GET /api/schedule': () =>
        asked++ === 0 ? offline : [5, 6, 7, 8, 9, 10].map((number) => scheduleEntry(number)),
    },
  });
  await page.sees('Failed to fetch classes');
  await page.sees(unreachable);
  await page.click('Try Again');
  await page.sees('Your Course Schedule');
});

test('a failed refetch leaves the page as it was', async () => {
  let asked = 0;
  const page = await openPage('/schedule', {
    user: student,
    answers: {
      ...studentAnswers,
      'GET /api/attendance': () =>
        asked++ === 0 ? [{ classId: 105, status: 'Present' }] : offline,
    },
  });
  await page.sees('Completed');
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  await page.sees('Completed');
});
