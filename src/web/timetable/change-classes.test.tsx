import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose, fieldValue } from '../testing/staff-pages.ts';

const start = '2026-11-20T18:00:00.000Z';
const free = { classes: [{ id: 1, startTime: start, problem: null }], people: [] };

async function openSelection(answers: Answers = {}) {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/classes/all': [adminClass(1), adminClass(2, { startTime: '2026-11-27T18:00:00Z' })],
      'POST /api/admin/class-changes/preview': free,
      ...answers,
    },
  });
  await page.click('Select Classes');
  return page;
}

async function openDialog(answers: Answers = {}) {
  const page = await openSelection(answers);
  await page.click(/^Fri, Nov 20, 2026/, 'checkbox');
  await page.sees('1 of 2 classes selected');
  await page.click('Change Selected');
  await screen.findByRole('dialog', { name: 'Change 1 class' });
  return page;
}

test('actions need a selected class, and Done leads back to the list', async () => {
  const page = await openSelection();
  const change = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change Selected' });
  expect(change.disabled).toBe(true);
  await page.click('Done');
  const select = await screen.findByRole('button', { name: 'Select Classes' });
  await waitFor(() => expect(document.activeElement).toBe(select));
});

test('a change to several classes needs an instructor or a time', async () => {
  const page = await openDialog();
  await page.click('Change 1 Class');
  await page.sees('Please choose an instructor, a time slot or a number of places.');
  expect(page.calls('POST /api/admin/class-changes')).toEqual([]);
});

test('the preview shows what blocks a change', async () => {
  const page = await openDialog({
    'POST /api/admin/class-changes/preview': {
      classes: [{ id: 1, startTime: start, problem: 'There is another class at that time.' }],
      people: [],
    },
  });
  await choose(page, 'Time Slot', '9AM');
  await page.sees('1 of 1 won’t work');
  await page.sees('There is another class at that time.');
});

test('a refused change shows the error and keeps the form', async () => {
  const page = await openDialog({
    'POST /api/admin/class-changes': new Refusal(409, 'One of them was canceled.'),
  });
  await choose(page, 'Time Slot', '9AM');
  await page.sees('No student’s class time will change');
  await page.click('Change 1 Class');
  await page.sees('One of them was canceled.');
  expect(fieldValue('Time Slot')).toBe('9AM');
});

test('several classes are changed, and the selection ends', async () => {
  const page = await openDialog({
    'POST /api/admin/class-changes': { message: '1 class changed' },
  });
  await choose(page, 'Instructor', 'Ruth Abara');
  await page.click('Change 1 Class');
  await page.sees('1 class changed');
  await screen.findByRole('button', { name: 'Select Classes' });
  expect(page.calls('POST /api/admin/class-changes')).toMatchObject([
    { body: { classIds: [1], instructorId: 9, versions: { 1: 1 } } },
  ]);
});
