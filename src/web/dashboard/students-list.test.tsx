import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { staffAnswers, studentRow } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose } from '../testing/staff-pages.ts';

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

test('an empty filtered list says how to clear the filter', async () => {
  const page = await openPage('/admin?tab=students&missed=2', {
    user: userOf('teacher'),
    answers: { ...staffAnswers, 'GET /api/students': [studentRow(1)] },
  });
  await page.sees('No students found');
  await page.sees('Choose “All students” to clear the filter.');
});

test('students are filtered by missed classes, and the filter is in the URL', async () => {
  const missed = (count: number) =>
    Array.from({ length: count }, (_, id) => ({
      ...{ id, classNumber: id + 5, startTime: '2026-11-02T18:00:00Z', date: 'Nov 2' },
      ...{ time: '10:00 AM PT', attendance: null, isSuspended: false },
    }));
  const page = await openPage('/admin?tab=students&missed=2', {
    user: userOf('teacher'),
    answers: {
      ...staffAnswers,
      'GET /api/students': [0, 1, 2].map((count) =>
        studentRow(count + 1, { lastName: `Missed${count}`, classDetails: missed(count) }),
      ),
    },
  });
  await page.sees('1 of 3 students');
  await page.sees('Missed2');
  expect(screen.getAllByRole('img').map((dots) => dots.getAttribute('aria-label'))).toContain(
    'Class 5 missed, Class 6 missed',
  );
  await choose(page, 'Which students', 'Missed any');
  await page.sees('2 of 3 students');
  await page.isAt('/admin?tab=students&missed=1');
});
