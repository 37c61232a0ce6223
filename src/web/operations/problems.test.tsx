import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ResponseTo } from '../../contract/contract.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

type Group = ResponseTo<'GET /api/admin/problems'>['groups'][number];
type Problem = Group['problems'][number];

const problem = (key: string, changes: Partial<Problem> = {}): Problem => ({
  key,
  what: 'Class times cleared',
  meaning: null,
  reason: 'The email server rejected this address: 550',
  advice: null,
  since: null,
  happenedAt: '2026-11-16T17:00:00.000Z',
  until: null,
  person: { id: 2, name: 'Nora Lindqvist' },
  classes: [],
  isTried: false,
  dismissal: null,
  ...changes,
});

function list(problems: Problem[], count = problems.length) {
  const group: Group = {
    kind: 'mails',
    title: 'Emails that were rejected',
    meaning: 'They did not arrive.',
    advice: 'Correct the address.',
    page: null,
    canRetry: true,
    count,
    problems,
  };
  return { groups: count === 0 ? [] : [group], open: count, dismissed: 0 };
}

const openProblems = (answers: Answers, path = '/admin/problems') =>
  openPage(path, { user: userOf('admin'), answers });
const dismissOne = /^Dismiss, Class times cleared, Nora Lindqvist$/;

test('without problems the page says so, and the header shows no number', async () => {
  const page = await openProblems({
    'GET /api/admin/problems': list([]),
    'GET /api/admin/problems/count': { count: 0 },
  });
  await page.sees('No open problems');
  expect(screen.queryByRole('link', { name: /^Problems \(/ })).toBeNull();
  await page.click(/^Dismissed/, 'link');
  await page.sees('No dismissed problems');
});

test('a problem that is being retried has no Retry button', async () => {
  const page = await openProblems({
    'GET /api/admin/problems': list([problem('1', { isTried: true })]),
  });
  await page.sees('Retrying');
  expect(screen.queryByRole('button', { name: /^Retry, / })).toBeNull();
});

test('problems that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openProblems({
    'GET /api/admin/problems': () => (asked++ === 0 ? new Refusal(503, 'Away.') : list([])),
  });
  await page.sees('We couldn’t load the problems');
  await page.click('Try Again');
  await page.sees('No open problems');
});

test('dismissing needs a reason, which is kept if the server refuses', async () => {
  const page = await openProblems({
    'GET /api/admin/problems': list([problem('1')]),
    'POST /api/admin/problems/dismiss': new Refusal(409, 'It has happened again since.'),
  });
  await page.click(dismissOne);
  await screen.findByRole('dialog', { name: 'Dismiss this problem?' });
  await page.click('Dismiss');
  await page.sees('Please give a reason');
  expect(page.changes()).toEqual([]);
  await page.type('Why?', 'She was told by phone');
  await page.press('{Enter}');
  await page.sees('It has happened again since.');
  expect(screen.getByLabelText<HTMLInputElement>('Why?').value).toBe('She was told by phone');
  expect(page.changes()).toMatchObject([{ body: { kind: 'mails', key: '1' } }]);
});

test('a dismissed problem says who dismissed it and why, and can be reopened', async () => {
  const dismissal = {
    by: 'Amara Osei',
    at: '2026-11-16T17:30:00.000Z',
    reason: 'She was told by phone',
  };
  const page = await openProblems(
    {
      'GET /api/admin/problems': list([problem('1', { dismissal })]),
      'POST /api/admin/problems/restore': { message: 'Problem reopened' },
    },
    '/admin/problems?view=dismissed',
  );
  await page.sees(/^Dismissed by Amara Osei, .*: She was told by phone$/);
  await page.click(/^Reopen, /);
  await page.sees('Problem reopened');
});

test('a kind with many problems shows the first five, and the rest page by page', async () => {
  const many = Array.from({ length: 20 }, (_, at) => problem(`${at}`));
  const page = await openProblems({
    'GET /api/admin/problems': ({ query }) => list(query.kind ? many : many.slice(0, 5), 45),
  });
  await page.sees('Show all 45');
  expect(screen.getAllByRole('button', { name: dismissOne })).toHaveLength(5);
  await page.click('Show all 45', 'link');
  await page.sees('Page 1 of 3');
  await waitFor(() => expect(screen.getAllByRole('button', { name: dismissOne })).toHaveLength(20));
  await page.click('Last');
  await page.sees('Page 3 of 3');
});

test('all problems of a kind are dismissed at once, with one reason', async () => {
  const page = await openProblems({
    'GET /api/admin/problems': list([problem('1'), problem('2')], 45),
    'POST /api/admin/problems/dismiss': { message: '45 problems dismissed' },
  });
  await page.click(/^Dismiss All, /);
  await screen.findByRole('dialog', { name: 'Dismiss all 45?' });
  await page.type('Why?', 'The server was away');
  await page.click('Dismiss');
  await page.sees('45 problems dismissed');
  expect(page.changes()).toMatchObject([{ body: { reason: 'The server was away' } }]);
});

test('a refused retry shows the reason', async () => {
  const page = await openProblems({
    'GET /api/admin/problems': list([problem('1')]),
    'POST /api/admin/problems/retry': new Refusal(409, 'It is already being retried.'),
  });
  await page.click(/^Retry, Class times cleared/);
  await page.sees('It is already being retried.');
});
