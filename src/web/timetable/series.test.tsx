import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose, classPage, dayButton, fieldValue, openCalendar } from '../testing/staff-pages.ts';

/** Three Fridays at 10:00 AM PT. */
const fridays = ['2026-11-20', '2026-11-27', '2026-12-04'].map((date, index) =>
  adminClass(index + 1, { startTime: `${date}T18:00:00.000Z` }),
);
const classIds = [1, 2, 3];
const preview = {
  classes: fridays.map(({ id, startTime }) => ({ id, startTime, problem: null })),
  people: [],
};
const wholeSeries = /^Include all 2 later ones .Fridays until Dec.4,.2026.$/;
const includeLater = async (page: Awaited<ReturnType<typeof openEdit>>) =>
  page.mouse.click(await screen.findByLabelText(wholeSeries));

async function openEdit(answers: Answers = {}) {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/classes/all': fridays,
      'POST /api/admin/class-changes/preview': preview,
      'POST /api/admin/class-changes': { message: '3 class(es) updated successfully' },
      ...answers,
    },
  });
  await page.click(/^Edit Class.*November 20/);
  await screen.findByLabelText('Time Slot');
  return page;
}

const offersSeries = () => screen.queryByLabelText(wholeSeries) !== null;

test('a new time can apply to this class and all later ones', async () => {
  const page = await openEdit();
  expect(offersSeries()).toBe(false);
  await choose(page, 'Time Slot', '6PM');
  await includeLater(page);
  await page.sees('No student’s class time will change');
  await page.click('Update 3 Classes');
  await page.sees('3 class(es) updated successfully');
  expect(page.calls('POST /api/admin/class-changes')).toMatchObject([
    { body: { classIds, timeSlot: '6PM', versions: { 1: 1, 2: 1, 3: 1 } } },
  ]);
});

test('a colleague’s change in the meantime is shown, and the next attempt uses the new version', async () => {
  const newer = 'Someone else has changed one of these classes in the meantime: Friday (Elena).';
  const current = [{ id: 2, version: 7 }];
  let asked = 0;
  const page = await openEdit({
    'POST /api/admin/class-changes': () =>
      asked++ === 0
        ? new Refusal(409, newer, { current })
        : { message: '3 class(es) updated successfully' },
  });
  await choose(page, 'Time Slot', '6PM');
  await includeLater(page);
  await page.click('Update 3 Classes');
  await page.sees(newer);
  expect(fieldValue('Time Slot')).toBe('6PM');
  await waitFor(() => expect(page.calls('POST /api/admin/class-changes/preview')).toHaveLength(2));
  await page.click('Update 3 Classes');
  await page.sees('3 class(es) updated successfully');
  expect(page.calls('POST /api/admin/class-changes')).toMatchObject([
    { body: { versions: { 1: 1, 2: 1, 3: 1 } } },
    { body: { versions: { 1: 1, 2: 7, 3: 1 } } },
  ]);
});

test('a double click changes the series once', async () => {
  const page = await openEdit();
  await choose(page, 'Time Slot', '6PM');
  await includeLater(page);
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Update 3 Classes' }));
  await page.sees('3 class(es) updated successfully');
  expect(page.calls('POST /api/admin/class-changes')).toHaveLength(1);
});

test('a new instructor can apply to this class and all later ones', async () => {
  const page = await openEdit();
  await choose(page, 'Instructor', 'Ruth Abara');
  await includeLater(page);
  await page.click('Update 3 Classes');
  await page.sees('3 class(es) updated successfully');
  expect(page.calls('POST /api/admin/class-changes')).toMatchObject([
    { body: { classIds, instructorId: 9 } },
  ]);
});

test('the change applies only to this class unless the editor decides otherwise', async () => {
  const page = await openEdit({ 'PATCH /api/classes/:id': adminClass(1, { version: 2 }) });
  await choose(page, 'Time Slot', '6PM');
  expect((await screen.findByLabelText<HTMLInputElement>(wholeSeries)).checked).toBe(false);
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([{ endpoint: 'PATCH /api/classes/:id' }]);
});

test('the series keeps its day, so a new date applies only to this class', async () => {
  const page = await openEdit();
  await choose(page, 'Time Slot', '6PM');
  await waitFor(() => expect(offersSeries()).toBe(true));
  await openCalendar(page, 'Date');
  await page.mouse.click(dayButton('Nov 19, 2026'));
  await waitFor(() => expect(offersSeries()).toBe(false));
});

test('the preview shows which class of the series blocks the change', async () => {
  const [first, ...others] = preview.classes;
  const problem = 'November 20: There is another class at that time.';
  const page = await openEdit({
    'POST /api/admin/class-changes/preview': {
      classes: [{ id: 1, startTime: first?.startTime ?? '', problem }, ...others],
      people: [],
    },
  });
  await choose(page, 'Time Slot', '6PM');
  await includeLater(page);
  await page.sees('1 of 3 won’t work');
  await page.sees(problem);
});

test('a class and all later ones can be canceled together', async () => {
  const page = await openPage('/admin/classes/1', {
    user: userOf('admin'),
    answers: {
      'GET /api/admin/classes/:id': classPage(),
      'GET /api/classes/all': fridays,
      'POST /api/admin/cancellations/preview': { classes: [], people: [], isNotifiedAtOnce: false },
    },
  });
  await page.click('More Actions');
  await page.click('Cancel Class', 'menuitem');
  await includeLater(page);
  await screen.findByRole('dialog', { name: 'Cancel 3 classes?' });
  await page.type('Reason', 'The teacher is ill');
  await page.click('Cancel Classes');
  await waitFor(() =>
    expect(page.calls('POST /api/admin/cancellations/preview').at(-1)?.body).toEqual({ classIds }),
  );
});
