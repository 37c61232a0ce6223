import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { dayButton, openCalendar } from '../testing/staff-pages.ts';

const free = { startTime: '2026-11-24T00:00:00.000Z', problem: null, skipped: null };

async function openDialog(answers: Answers = {}) {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: { ...staffAnswers, 'POST /api/admin/terms': [free], ...answers },
  });
  await page.click('Add a Term');
  await screen.findByRole('dialog', { name: 'Add a Term' });
  return page;
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

async function pickFirstDay(page: Dialog) {
  await openCalendar(page, 'First Day');
  await page.mouse.click(dayButton('Nov 23, 2026'));
}

const slot = (number: number) =>
  within(screen.getByRole('group', { name: `Day and time ${number}` }));
const added = (page: Dialog) =>
  page.calls('POST /api/admin/terms').filter(({ query }) => query.dryRun === undefined);

test('a term needs a first day', async () => {
  const page = await openDialog();
  await page.click('Create Classes');
  await page.sees('Please select a date');
  expect(page.changes()).toEqual([]);
});

test('several days and times are sent in one request', async () => {
  const page = await openDialog();
  await pickFirstDay(page);
  await page.mouse.selectOptions(slot(1).getByLabelText('Time Slot'), '6PM');
  await slot(1).findByRole('option', { name: 'Ruth Abara' });
  await page.mouse.selectOptions(slot(1).getByLabelText('Instructor'), 'Ruth Abara');
  await page.click('Add Another Day and Time');
  await page.click('Add Another Day and Time');
  await page.mouse.selectOptions(slot(3).getByLabelText('Instructor'), 'No instructor');
  await page.mouse.selectOptions(screen.getByLabelText('Weeks'), '10');
  await page.mouse.type(screen.getByLabelText('Places'), '25');
  await page.click('Create Classes');
  await page.sees('1 class created');
  expect(added(page).map(({ body }) => body)).toEqual([
    {
      firstDate: '2026-11-23',
      places: 25,
      weeks: 10,
      slots: [
        { dayOfWeek: 'Monday', timeSlot: '6PM', instructorId: 9 },
        { dayOfWeek: 'Tuesday', timeSlot: '6PM', instructorId: 9 },
        { dayOfWeek: 'Wednesday', timeSlot: '6PM' },
      ],
    },
  ]);
});

test('a term can repeat this week’s classes after the last one', async () => {
  const page = await openDialog({
    'GET /api/classes/all': [
      adminClass(4, { startTime: '2026-11-17T00:00:00.000Z' }),
      adminClass(1, { instructorId: 9 }),
      adminClass(2, { classType: 'Monthly', startTime: '2026-11-21T18:00:00.000Z' }),
      adminClass(3, { startTime: '2026-11-27T18:00:00.000Z' }),
    ],
  });
  await page.click('Repeat This Week’s Classes');
  await page.click('Create Classes');
  await page.sees('1 class created');
  const slots = [{ dayOfWeek: 'Friday', timeSlot: '10AM', instructorId: 9 }];
  expect(added(page)[0]?.body).toEqual({ firstDate: '2026-11-28', places: null, weeks: 12, slots });
});

test('a day and time can be removed', async () => {
  const page = await openDialog();
  await page.click('Add Another Day and Time');
  await page.mouse.click(slot(1).getByRole('button', { name: /^Remove/ }));
  expect(slot(1).getByLabelText<HTMLSelectElement>('Day').value).toBe('Tuesday');
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('the preview lists the classes, and the closed dates that are skipped', async () => {
  const skipped = { ...free, startTime: '2026-12-25T00:00:00.000Z', skipped: 'Winter holidays' };
  const page = await openDialog({ 'POST /api/admin/terms': [free, skipped] });
  await pickFirstDay(page);
  await page.sees('We’ll create 1 class');
  const items = within(screen.getByRole('region', { name: 'Preview' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.replaceAll('\u202f', ' '))).toEqual([
    'Mon, Nov 23, 2026 · 4:00 PM PT',
    'Thu, Dec 24, 2026 · 4:00 PM PT (skipped: Winter holidays)',
  ]);
});

test('the preview shows which class blocks the term', async () => {
  const page = await openDialog({
    'POST /api/admin/terms': [free, { ...free, problem: 'There is already a class.' }],
  });
  await pickFirstDay(page);
  await page.sees('1 of 2 won’t work');
  await page.sees('There is already a class.');
});

test('the preview waits until the form has stopped changing', async () => {
  const page = await openDialog();
  await pickFirstDay(page);
  await page.sees('We’ll create 1 class');
  for (const value of ['2', '3', '4']) {
    fireEvent.change(screen.getByLabelText('Weeks'), { target: { value } });
  }
  await waitFor(() =>
    expect(page.calls('POST /api/admin/terms').map(({ body }) => body)).toMatchObject([
      { weeks: 12 },
      { weeks: 4 },
    ]),
  );
});

test('a double click creates the term once', async () => {
  const page = await openDialog();
  await pickFirstDay(page);
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Create Classes' }));
  await page.sees('1 class created');
  expect(added(page)).toHaveLength(1);
});

test('a refused term shows the error and keeps the form', async () => {
  const page = await openDialog({
    'POST /api/admin/terms': ({ query }) =>
      query.dryRun ? [free] : new Refusal(409, 'There is already a class.'),
  });
  await pickFirstDay(page);
  await page.click('Create Classes');
  await page.sees('There is already a class.');
  await screen.findByRole('dialog', { name: 'Add a Term' });
});
