import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Cancellation, CancellationPreview } from '../../contract/cancellations.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';
import { classPage, dayButton, fieldValue, openCalendar } from '../testing/staff-pages.ts';

const startTime = '2026-11-20T18:00:00.000Z';
const preview: CancellationPreview = {
  classes: [{ id: 1, startTime }],
  people: [
    {
      id: 3,
      name: 'Farah Haddad',
      role: 'student',
      byText: true,
      classNumbers: [5],
    },
    {
      id: 9,
      name: 'Ruth Abara',
      role: 'instructor',
      byText: false,
      classNumbers: [],
    },
  ],
  isNotifiedAtOnce: false,
};
const canceled: Cancellation = {
  id: 4,
  reason: 'The teacher is ill',
  canceledBy: 'Nora Lind',
  undoUntil: '2026-11-16T18:10:00.000Z',
  classes: preview.classes,
  isAnnounced: false,
  suspended: 1,
};

async function openQuestion(answers: Answers = {}) {
  const page = await openPage('/admin/classes/1', {
    user: userOf('admin'),
    answers: {
      'GET /api/admin/classes/:id': classPage(),
      'GET /api/admin/classes/:id/messages': [],
      'POST /api/admin/cancellations/preview': preview,
      ...answers,
    },
  });
  await page.click('More Actions');
  await page.click('Cancel Class', 'menuitem');
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this class?' });
  const confirm = within(dialog).getByRole('button', { name: 'Cancel Class' });
  return { ...page, dialog, confirm };
}

test('the cancel dialog shows who is notified, how, and when', async () => {
  const page = await openQuestion();
  await page.sees('We’ll notify 1 student and 1 instructor');
  await page.sees('Messages will go out in 10 minutes. You can undo this until then.');
  const recipients = within(page.dialog).getByRole('region', { name: 'Preview' });
  expect(within(recipients).getAllByRole('listitem')).toMatchObject([
    { textContent: 'Farah Haddad · Class 5 · email and text' },
    { textContent: 'Ruth Abara · instructor · email' },
  ]);
});

test('a cancellation needs a reason', async () => {
  const page = await openQuestion();
  await page.mouse.click(page.confirm);
  await page.sees('Please give a reason');
  expect(page.calls('POST /api/admin/cancellations')).toEqual([]);
});

test('a refused cancellation shows the error and keeps the reason', async () => {
  const page = await openQuestion({
    'POST /api/admin/cancellations': new Refusal(409, 'It has begun.'),
  });
  await page.type('Reason', 'The teacher is ill');
  await page.press('{Escape}');
  await page.click('Keep Editing');
  await page.mouse.click(page.confirm);
  await page.sees('It has begun.');
  expect(fieldValue('Reason')).toBe('The teacher is ill');
});

test('a double click cancels a class once', async () => {
  const page = await openQuestion({ 'POST /api/admin/cancellations': canceled });
  await page.type('Reason', 'The teacher is ill');
  await page.mouse.dblClick(page.confirm);
  await page.sees('Class canceled');
  expect(page.calls('POST /api/admin/cancellations')).toMatchObject([
    { body: { classIds: [1], reason: 'The teacher is ill' } },
  ]);
});

test('a class can’t be canceled before the preview has shown who is affected', async () => {
  const { answer, letGo } = hold(() => preview);
  const page = await openQuestion({
    'POST /api/admin/cancellations/preview': answer,
    'POST /api/admin/cancellations': canceled,
  });
  await page.type('Reason', 'The teacher is ill');
  await page.mouse.click(page.confirm);
  expect(page.calls('POST /api/admin/cancellations')).toEqual([]);
  letGo();
  await page.sees('We’ll notify 1 student and 1 instructor');
  await page.mouse.click(page.confirm);
  await page.sees('Class canceled');
});

test('the preview shows its error', async () => {
  const page = await openQuestion({
    'POST /api/admin/cancellations/preview': new Refusal(503, 'Away.'),
  });
  await page.sees('Away.');
});

const openDashboard = (answers: Answers) =>
  openPage('/admin', { user: userOf('admin'), answers: { ...staffAnswers, ...answers } });

test('an undo lists what could not be restored', async () => {
  let isOpen = true;
  const page = await openDashboard({
    'GET /api/admin/cancellations': () => (isOpen ? [canceled] : []),
    'POST /api/admin/cancellations/:id/undo': () => {
      isOpen = false;
      return { classes: 1, classesLeft: [], studentsLeft: 1 };
    },
  });
  await page.sees('Canceled: Friday, November 20 at 10:00 AM PT');
  await page.sees(/1 student needs a new time · we haven’t notified anyone yet$/);
  await page.click(/^Undo/);
  await page.sees('Cancellation undone');
  await page.sees('1 student still needs a new time.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  expect(document.activeElement?.id).toBe('main');
});

test('a refused undo shows the error', async () => {
  const page = await openDashboard({
    'GET /api/admin/cancellations': [canceled],
    'POST /api/admin/cancellations/:id/undo': new Refusal(409, 'Ten minutes have passed.'),
  });
  await page.click(/^Undo/);
  await page.sees('Ten minutes have passed.');
});

async function openClosedDates(answers: Answers = {}) {
  const page = await openDashboard({
    'GET /api/classes/all': [adminClass(1)],
    'GET /api/admin/closed-dates': [
      { id: 2, firstDate: '2026-12-31', lastDate: '2026-12-31', name: 'New Year’s Eve' },
    ],
    'POST /api/admin/closed-dates/preview': { ...preview, people: [] },
    ...answers,
  });
  await page.click('Closed Dates');
  await screen.findByRole('dialog', { name: 'Closed dates' });
  return page;
}

test('days without classes need dates and a name', async () => {
  const page = await openClosedDates();
  await page.click('Close These Days');
  await page.sees('Please give these days a name');
  expect(page.calls('POST /api/admin/closed-dates')).toEqual([]);
});

test('closing days shows how many classes are canceled, and a refusal keeps the form', async () => {
  const page = await openClosedDates({
    'POST /api/admin/closed-dates': new Refusal(409, 'These days are closed already.'),
  });
  await openCalendar(page, 'First Day', 'December');
  await page.mouse.click(dayButton('Dec 24, 2026'));
  await page.type('Name', 'Holiday');
  await page.sees('We’ll cancel 1 class.');
  await page.click('Close Days and Cancel 1 Class');
  await page.sees('These days are closed already.');
  expect(fieldValue('Name')).toBe('Holiday');
});

test('closed days can be reopened', async () => {
  const page = await openClosedDates({
    'DELETE /api/admin/closed-dates/:id': {
      id: 2,
      firstDate: '2026-12-31',
      lastDate: '2026-12-31',
      name: 'New Year’s Eve',
    },
  });
  await page.click(/^Remove/);
  await page.sees('These days are open again');
});
