import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { staffAnswers, studentRow } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const classDetail = (classNumber: number, status: string | null) => ({
  id: classNumber,
  classNumber,
  startTime: '2026-11-20T18:00:00.000Z',
  date: '',
  time: '',
  attendance: status === null ? null : { status },
  isSuspended: false,
});
const booked = studentRow(1, {
  classesScheduled: 2,
  classDetails: [classDetail(5, 'Present'), classDetail(6, null)],
});
const cleared = (classNumber: number, status: string | null) => ({
  registrationId: classNumber,
  classNumber,
  startTime: '2026-11-20T18:00:00.000Z',
  isSuspended: false,
  status,
});

async function openEdit(answers: Answers = {}) {
  const page = await openPage('/admin?tab=students', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/students': [booked],
      'GET /api/admin/people/:id/clearing': { classes: [cleared(5, 'Present'), cleared(6, null)] },
      ...answers,
    },
  });
  await page.click(/^farah/);
  await screen.findByRole('dialog', { name: 'Edit Student' });
  return page;
}

async function moveStart(page: Awaited<ReturnType<typeof openEdit>>, day: RegExp) {
  await page.click(/^Start Date, Wed, Nov 11, 2026/);
  await page.mouse.click(await screen.findByRole('button', { name: day }));
  await page.click('Update Student');
}

test('moving the start date by a week warns before it removes classes, including attended ones', async () => {
  const page = await openEdit({
    'PATCH /api/admin/students/:id': { accountReset: true, daysDifference: -7, student: booked },
  });
  await moveStart(page, /Nov 4, 2026/);
  const warning = await screen.findByRole('dialog', { name: 'This will reset the account' });
  await within(warning).findByText(
    /^Moving the start date from Nov\s11,\s2026 to Nov\s4,\s2026 will clear all 2 class registrations for Farah, including 1 class already attended, and cancel/,
  );
  await within(warning).findByText('We’ll remove 1 attended class from the schedule:');
  expect(page.changes()).toEqual([]);
  await page.click('Cancel');
  await page.click('Update Student');
  await page.click('Reset and Update');
  await page.sees(/^The account was reset: all class registrations were cleared and video-meeting/);
  expect(page.changes()).toMatchObject([{ body: { startDate: '2026-11-04' } }]);
});

test('moving the start date by six days needs no confirmation', async () => {
  const student = { ...booked, startDate: '2026-11-05' };
  const page = await openEdit({
    'PATCH /api/admin/students/:id': { accountReset: false, daysDifference: -6, student },
  });
  await moveStart(page, /Nov 5, 2026/);
  await page.sees('Student information updated successfully.');
  page.seesNot(/account was reset/);
});

test('a start date before 1900 cannot be selected', async () => {
  const page = await openEdit();
  await page.click(/^Start Date, /);
  await page.mouse.selectOptions(await screen.findByRole('combobox', { name: /Year/ }), '1900');
  await page.mouse.selectOptions(screen.getByRole('combobox', { name: /Month/ }), 'January');
  await screen.findByRole('button', { name: /Jan 1, 1900/ });
  expect(screen.queryByRole('button', { name: /Dec 31, 1899/ })).toBeNull();
});

test('the dialog closes with the reason if the student is gone in the meantime', async () => {
  let asked = 0;
  const page = await openEdit({
    'GET /api/students': () => (asked++ === 0 ? [booked] : []),
    'PATCH /api/admin/students/:id': new Refusal(404, 'There is no such student.'),
  });
  await page.type('First Name', 'Fay');
  await page.click('Update Student');
  await page.sees('No student data available');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('changes by another admin are listed, and the input is kept', async () => {
  const current = { ...booked, lastName: 'Changed', version: 2 };
  const page = await openEdit({
    'PATCH /api/admin/students/:id': new Refusal(409, 'Somebody was quicker.', { current }),
  });
  await page.type('First Name', 'Fay');
  await page.click('Update Student');
  await page.seesItems(['Last Name is now Changed']);
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Fay');
});

test('an admin cannot override the student’s own opt-out from texts', async () => {
  const refusing = { ...booked, textConsent: false, textRefusal: 'page' as const };
  const page = await openEdit({ 'GET /api/students': [refusing] });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Receives text messages/ });
  expect(box.disabled).toBe(true);
  await page.sees(/Only they can turn texts back on/);
});
