import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../contract/history.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { personAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const entry = (key: string, changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  key,
  at: '2026-11-15T18:00:00.000Z',
  kind: 'edits',
  title: 'Edited',
  details: [],
  changes: [],
  by: null,
  classId: null,
  messageId: null,
  isProblem: false,
  ...changes,
});
const call = 'GET /api/admin/people/:id/timeline';

const openPerson = (answers: Answers, address = '/admin/people/1') =>
  openPage(address, { user: userOf('admin'), answers: { ...personAnswers(), ...answers } });

test('an entry says what happened, who did it, and links to its class', async () => {
  const changes = [{ field: 'Phone', before: null, after: '(202) 555-0104' }];
  const page = await openPerson({
    [call]: {
      entries: [
        entry('1', { title: 'Phone changed', changes, by: 'Ruth Abara' }),
        entry('2', { title: 'Chose class 5', details: ['Friday'], classId: 4 }),
        entry('3', { at: '2026-11-19T18:00:00.000Z', title: 'Reminder', kind: 'planned' }),
      ],
      next: null,
    },
  });
  await page.sees(/by Ruth Abara/);
  await page.sees('(202) 555-0104');
  await page.sees(/\(upcoming\)/);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Friday' });
  expect(new URL(link.href).pathname).toBe('/admin/classes/4');
});

test('the filter by kind is kept in the address', async () => {
  const page = await openPerson({
    [call]: ({ query }) => ({
      entries: query.kind === 'consent' ? [] : [entry('1', { title: 'Phone changed' })],
      next: null,
    }),
  });
  await page.sees('Phone changed');
  await page.click('Consent');
  await page.sees('Nothing yet');
  await page.sees('Choose All to see everything.');
  await page.isAt('/admin/people/1?kind=consent');
});

test('older entries are loaded on request', async () => {
  const page = await openPerson({
    [call]: ({ query }) =>
      query.after
        ? { entries: [entry('2', { title: 'Account created' })], next: null }
        : { entries: [entry('1', { title: 'Phone changed' })], next: '1.0.1' },
  });
  await page.click('Show Older');
  await page.sees('Account created');
  await page.sees('Phone changed');
  expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull();
});

test('a timeline that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openPerson({
    [call]: () => (asked++ === 0 ? new Refusal(503, 'Away.') : { entries: [], next: null }),
  });
  await page.sees('We couldn’t load the history');
  await page.click('Try Again');
  await page.sees('Nothing yet');
});

test('times chosen in the same minute are one entry that unfolds', async () => {
  const page = await openPerson({
    [call]: {
      entries: [6, 5].map((number) =>
        entry(`${number}`, { kind: 'classes', title: `Class ${number}: time chosen` }),
      ),
      next: null,
    },
  });
  const group = (await screen.findByText('2 class times chosen')).closest('li');
  expect(group?.querySelector('details')?.open).toBe(false);
  await page.mouse.click(screen.getByText('Show Each One'));
  expect(group?.querySelector('details')?.open).toBe(true);
  await page.sees('Class 5: time chosen');
});
