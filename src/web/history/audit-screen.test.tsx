import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../contract/history.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { choose } from '../testing/staff-pages.ts';

const entry: AuditEntry = {
  id: 812,
  at: '2026-11-16T17:59:00.000Z',
  actor: { id: 7, name: 'Nora Lind' },
  via: null,
  words: 'Edited a student',
  subject: { name: 'Farah Haddad', personId: 3, classId: null },
  changes: [{ field: 'First name', before: 'Fay', after: 'Farah' }],
  ip: '203.0.113.7',
};
const noFilter = { person: null, actor: null, class: null };
const call = 'GET /api/admin/audit';

const openAudit = (answers: Answers = {}, address = '/admin/audit') =>
  openPage(address, {
    user: userOf('admin'),
    answers: { [call]: { entries: [entry], next: null, named: noFilter }, ...answers },
  });

test('an entry says who changed what, and links to the person it is about', async () => {
  const page = await openAudit();
  await page.sees(/Edited a student/);
  await page.sees(/203\.0\.113\.7/);
  const change = (await screen.findByText(/^First name:/)).parentElement;
  expect(change?.textContent).toBe('First name: Fay changed to Farah');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Farah Haddad' });
  expect(new URL(link.href).pathname).toBe('/admin/people/3');
});

test('someone who acted for themselves is named once', async () => {
  const own = { name: 'Nora Lind', personId: 7, classId: null };
  const signIn = { ...entry, words: 'Signed in', subject: own, changes: [] };
  const page = await openAudit({ [call]: { entries: [signIn], next: null, named: noFilter } });
  await page.sees('Signed in');
  const log = screen.getByRole('list', { name: 'Audit log' });
  expect(within(log).getAllByText('Nora Lind')).toHaveLength(1);
});

test('the search is kept in the address and applies to the CSV', async () => {
  const page = await openAudit();
  await choose(page, 'What happened', 'People');
  await page.type('About', 'farah@');
  await page.isAt('/admin/audit?kind=people&about=farah%40');
  const file = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download CSV' });
  expect(new URL(file.href).search).toBe('?kind=people&about=farah%40&by=');
});

test('the cursor of a page is its last entry', async () => {
  const page = await openAudit({
    [call]: ({ query }) => ({
      entries: [entry],
      next: query.before ? null : 812,
      named: noFilter,
    }),
  });
  await page.click('Older');
  await page.sees('Page 2');
  await page.isAt('/admin/audit?before=812');
  await page.click('Newer');
  await page.sees('Page 1');
});

test('a filter by person stays until it is removed', async () => {
  const page = await openAudit(
    {
      [call]: ({ query }) => ({
        entries: [entry],
        next: null,
        named: { ...noFilter, person: query.person ? 'Farah Haddad' : null },
      }),
    },
    '/admin/audit?person=3',
  );
  await page.click('Only about Farah Haddad · Show All');
  await page.isAt('/admin/audit');
});

test('a log that failed to load can be retried, and an empty one says so', async () => {
  let asked = 0;
  const page = await openAudit({
    [call]: () =>
      asked++ === 0 ? new Refusal(503, 'Away.') : { entries: [], next: null, named: noFilter },
  });
  await page.sees('We couldn’t load the audit log');
  await page.click('Try Again');
  await page.sees('Nothing found');
});

test('a teacher is redirected to the dashboard', async () => {
  const page = await openPage('/admin/audit', { user: userOf('teacher') });
  await page.isAt('/admin');
});
