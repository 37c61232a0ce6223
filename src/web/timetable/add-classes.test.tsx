import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';
import { choose, dayButton, fieldValue, openCalendar } from '../testing/staff-pages.ts';

async function openDialog(answers: Answers = {}) {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/admin/closed-dates': [],
      'POST /api/classes/test': adminClass(2),
      ...answers,
    },
  });
  await page.click('Add Classes');
  await screen.findByLabelText('Time Slot');
  return page;
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

async function pick(page: Dialog, day: string, month?: string, year?: string) {
  await openCalendar(page, 'Date', month, year);
  await page.mouse.click(dayButton(day));
}

const planned = () =>
  within(screen.getByRole('region', { name: 'Preview' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u202f', ' '));

const daysSent = (page: Dialog) =>
  page.changes().map(({ body }) => (body as { pacificDate: string }).pacificDate.slice(0, 10));

test('Add Classes starts with the course’s defaults', async () => {
  await openDialog();
  expect(['Time Slot', 'Class Type', 'Instructor'].map(fieldValue)).toEqual([
    '4PM',
    'Weekly',
    'none',
  ]);
  const options = within(screen.getByLabelText('Add Multiple')).getAllByRole('option');
  expect(options).toHaveLength(6);
});

test('a class needs a date', async () => {
  const page = await openDialog();
  await page.click('Create Class');
  await page.sees('Please select a date');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Date, / })),
  );
  expect(page.changes()).toEqual([]);
});

test('today can be picked, and a past day cannot', async () => {
  const page = await openDialog();
  await openCalendar(page, 'Date');
  expect(dayButton('Nov 15, 2026').disabled).toBe(true);
  await page.mouse.click(dayButton('Nov 16, 2026'));
  await waitFor(() => expect(planned()).toEqual(['Mon, Nov 16, 2026 · 4:00 PM PT']));
});

test('a class is created once, and the dialog stays open until then', async () => {
  const { answer, letGo } = hold(() => adminClass(2));
  const page = await openDialog({ 'POST /api/classes/test': answer });
  await pick(page, 'Jan 15, 2027', 'January', '2027');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Create Class' }));
  await screen.findByRole('button', { name: 'Creating...' });
  await page.press('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Add Classes' })).not.toBeNull();
  letGo();
  await page.sees('1 class(es) created successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.changes()).toMatchObject([{ body: { timeSlot: '4PM', totalCount: 1 } }]);
  expect(daysSent(page)).toEqual(['2027-01-15']);
});

test('a series previews every class and makes one call each', async () => {
  const page = await openDialog();
  await pick(page, 'Mar 3, 2027', 'March', '2027');
  await choose(page, 'Time Slot', '9AM');
  await choose(page, 'Instructor', 'Ruth Abara');
  await choose(page, 'Add Multiple', '4 classes');
  const days = ['Mar 3', 'Mar 10', 'Mar 17', 'Mar 24'];
  expect(planned()).toEqual(days.map((day) => `Wed, ${day}, 2027 · 9:00 AM PT`));
  await page.click('Create 4 Classes');
  await page.sees('4 class(es) created successfully');
  expect(daysSent(page)).toEqual(['2027-03-03', '2027-03-10', '2027-03-17', '2027-03-24']);
  expect(page.changes()).toMatchObject([{ body: { instructorId: 9 } }, {}, {}, {}]);
});

test('if one class of a series fails, the dialog stays open for that one', async () => {
  let isTaken = true;
  const page = await openDialog({
    'POST /api/classes/test': ({ body }) =>
      isTaken && JSON.stringify(body).includes('2027-01-20')
        ? new Refusal(409, 'There is already a class at this time.')
        : adminClass(2),
  });
  await pick(page, 'Jan 13, 2027', 'January', '2027');
  await choose(page, 'Add Multiple', '4');
  await page.click('Create 4 Classes');
  await page.sees('We created 3 of 4 classes. 1 failed.');
  const dialog = screen.getByRole('dialog', { name: 'Add Classes' });
  expect(within(dialog).getByRole('alert').textContent).toContain(
    'There is already a class at this time.',
  );
  isTaken = false;
  await choose(page, 'Time Slot', '5PM');
  await page.sees('We’ll create 1 other class');
  await page.click('Create the Other 1');
  await page.sees('4 class(es) created successfully');
  expect(daysSent(page).slice(4)).toEqual(['2027-01-20']);
});

test('a time that has passed is not added', async () => {
  const page = await openDialog();
  await pick(page, 'Nov 16, 2026');
  await choose(page, 'Time Slot', '9AM');
  await choose(page, 'Add Multiple', '4');
  await page.sees('This time has passed. Please choose a later one.');
  expect(planned().map((line) => line?.includes('(in the past)'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await page.click('Create 4 Classes');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Time Slot')));
  expect(page.changes()).toEqual([]);
  await choose(page, 'Time Slot', '11AM');
  page.seesNot('This time has passed. Please choose a later one.');
});

test('closed days are skipped, and a single class on one is rejected', async () => {
  const page = await openDialog({
    'GET /api/admin/closed-dates': [
      { id: 1, firstDate: '2026-12-24', lastDate: '2026-12-26', name: 'Holiday' },
    ],
  });
  await pick(page, 'Dec 25, 2026', 'December');
  await waitFor(() =>
    expect(planned()).toEqual(['Fri, Dec 25, 2026 · 4:00 PM PT (skipped: Holiday)']),
  );
  await page.click('Create Class');
  await page.sees('There are no classes on December 25: Holiday.');
  await choose(page, 'Add Multiple', '4 classes');
  await page.click('Create 3 Classes');
  await page.sees('3 class(es) created successfully');
  expect(daysSent(page)).toEqual(['2027-01-01', '2027-01-08', '2027-01-15']);
});
