import { fireEvent, screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const refused = 'There are students registered for this class. It cannot be deleted.';
const deleted = { message: 'Class deleted successfully' };

async function openQuestion(answers: Answers) {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/classes/:id/registrations/count': { count: 0 },
      'DELETE /api/classes/:id': deleted,
      ...answers,
    },
  });
  await page.click(/^Edit Class/);
  await page.click(/^Delete/);
  const sure = await screen.findByRole('dialog', {
    name: 'Are you sure you want to delete this class?',
  });
  const confirm = within(sure).getByRole<HTMLButtonElement>('button', { name: /^Delete/ });
  const problem = async () => (await within(sure).findByRole('alert')).textContent;
  return { ...page, sure, confirm, problem };
}

test.each([
  ['the count says so', { count: 2 }, new Refusal(500, 'Not asked.'), 0],
  ['the server says so', { count: 0 }, new Refusal(409, refused), 1],
])('a class with students is not deleted: %s', async (_who, count, deletion, calls) => {
  const page = await openQuestion({
    'GET /api/classes/:id/registrations/count': count,
    'DELETE /api/classes/:id': deletion,
  });
  await page.mouse.click(page.confirm);
  expect(await page.problem()).toBe(refused);
  expect(page.confirm.disabled).toBe(true);
  expect(document.activeElement?.textContent).toBe('Cancel');
  expect(page.changes()).toHaveLength(calls);
});

test('an empty class is deleted after confirmation', async () => {
  const { answer, letGo } = hold(() => deleted);
  const page = await openQuestion({ 'DELETE /api/classes/:id': answer });
  await page.mouse.click(page.confirm);
  await screen.findByRole('button', { name: 'Deleting...' });
  letGo();
  await page.sees('Class deleted successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.changes()).toHaveLength(1);
});

test('the second click of a double click on Delete confirms nothing', async () => {
  const page = await openQuestion({});
  fireEvent.click(page.confirm, { detail: 2 });
  expect(page.changes()).toEqual([]);
});

test('a failed count shows the error and can be retried', async () => {
  let asked = 0;
  const page = await openQuestion({
    'GET /api/classes/:id/registrations/count': () =>
      asked++ === 0 ? new Refusal(503, 'The database is away for a moment.') : { count: 0 },
  });
  await page.mouse.click(page.confirm);
  expect(await page.problem()).toBe('The database is away for a moment.');
  await page.mouse.click(page.confirm);
  await page.sees('Class deleted successfully');
});

test('a class that someone else moved needs a second confirmation to delete', async () => {
  const current = adminClass(1, { startTime: '2026-11-21T02:00:00.000Z', version: 2 });
  let asked = 0;
  const page = await openQuestion({
    'DELETE /api/classes/:id': () =>
      asked++ === 0 ? new Refusal(409, 'Somebody else has moved it.', { current }) : deleted,
  });
  await page.mouse.click(page.confirm);
  expect(await page.problem()).toBe(
    'Somebody else has moved it. The class is now on Friday, November 20 at 6:00 PM PT.',
  );
  await page.mouse.click(page.confirm);
  await page.sees('Class deleted successfully');
  expect(page.changes()).toHaveLength(2);
});
