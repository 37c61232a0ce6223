import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { ResponseTo } from '../../contract/contract.ts';
import { type Answers, offline, Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

type Result = ResponseTo<'POST /api/admin/people/import'>;
type Row = Result['rows'][number];

const row = (line: number, outcome: Row['outcome'], problems: string[] = []): Row => ({
  line,
  email: `person-${line}@school.test`,
  name: `Person ${line}`,
  outcome,
  problems,
  summary: 'Student, 1 completed',
});

function result(rows: Row[], applied = false): Result {
  const count = (outcome: Row['outcome']) => rows.filter((one) => one.outcome === outcome).length;
  const totals = { add: count('add'), unchanged: count('unchanged'), problem: count('problem') };
  return { applied, totals, classes: { completed: 1, missed: 1, upcoming: 0 }, rows };
}

const good = result([row(2, 'add'), row(3, 'add')]);
const known = result([row(2, 'unchanged'), row(3, 'unchanged')]);

async function openImport(answers: Answers, content: BlobPart = 'email,first_name\r\na,b') {
  const page = await openPage('/admin/import', { user: userOf('admin'), answers });
  const choose = async (part: BlobPart) => {
    const file = new File([part], 'students.csv', { type: 'text/csv' });
    await page.mouse.upload(screen.getByLabelText('CSV file'), file);
  };
  await screen.findByLabelText('CSV file');
  await choose(content);
  return { ...page, choose };
}

const previewThen = (second: Result | Refusal | typeof offline, third?: Result): Answers => {
  const replies: (Result | Refusal | typeof offline)[] = [good, second, third ?? good];
  return { 'POST /api/admin/people/import': () => replies.shift() ?? good };
};

test('a file with problems shows those rows, the others on request, and cannot be imported', async () => {
  const plan = result([row(2, 'problem', ['transfer: Please enter yes or no']), row(3, 'add')]);
  const page = await openImport({ 'POST /api/admin/people/import': plan });
  await page.sees('1 to add, 1 class completed, 1 missed, 1 with problems');
  await page.sees('This file isn’t ready to import yet');
  await page.sees('transfer: Please enter yes or no');
  page.seesNot('person-3@school.test');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  await page.click('Only rows with problems', 'checkbox');
  await page.sees('person-3@school.test');
});

test.each([
  ['', 'The file is empty.'],
  ['PK\u0003\u0004', 'This is a spreadsheet, not a CSV file.'],
  [new Uint8Array([0x65, 0xe9, 0x2c]), 'The file isn’t in UTF-8.'],
])('an unreadable file is rejected with a message', async (content, sentence) => {
  const page = await openImport({}, content);
  await page.sees(new RegExp(`^${sentence}`));
  expect(page.changes()).toEqual([]);
});

test('a file that the server cannot check shows the reason and can be checked again', async () => {
  let asked = 0;
  const page = await openImport({
    'POST /api/admin/people/import': () =>
      asked++ === 0 ? new Refusal(400, 'The first line must name the columns.') : good,
  });
  await page.sees('We couldn’t check the file');
  await page.sees('The first line must name the columns.');
  await page.click('Check Again');
  await page.sees('Preview');
});

test('after a lost response, checking again shows what happened', async () => {
  const page = await openImport(previewThen(offline, known));
  await page.click('Import 2 students');
  await page.sees('We didn’t hear back from the server');
  await page.click('Check Again');
  await page.sees('Nothing to import');
  await page.sees('All 2 people in this file are already in the portal.');
});

test('importing the same file twice has nothing to import', async () => {
  const page = await openImport(previewThen({ ...known, applied: true }));
  await page.click('Import 2 students');
  const heading = await screen.findByRole('heading', { name: 'Nothing to import' });
  expect(document.activeElement).toBe(heading);
});

test('an import that no longer matches the portal is rejected with its new problems', async () => {
  const plan = result([row(2, 'problem', ['last_name: The portal has Quinn']), row(3, 'add')]);
  const page = await openImport(previewThen(plan));
  await page.click('Import 2 students');
  await page.sees(
    'We didn’t import anything, because something in the portal changed after we checked the file',
  );
  await page.sees('last_name: The portal has Quinn');
});

test('welcome emails are sent only if the admin asks for them', async () => {
  const page = await openImport(previewThen({ ...good, applied: true }));
  await page.sees(/^2 emails, at most 30 a minute/);
  await page.click(/^Send each of them a welcome email/, 'checkbox');
  await page.click('Import 2 students');
  await page.sees('2 students imported');
  await page.sees(/^2 emails are on the way/);
  expect(page.changes()).toMatchObject([
    { body: { apply: false, sendWelcome: false } },
    { body: { apply: true, sendWelcome: true } },
  ]);
});

test('while a file is imported the button says Importing..., and a second click does nothing', async () => {
  const { answer, letGo } = hold(() => ({ ...good, applied: true }));
  let asked = 0;
  const page = await openImport({
    'POST /api/admin/people/import': () => (asked++ === 0 ? good : answer()),
  });
  await page.mouse.dblClick(await screen.findByRole('button', { name: 'Import 2 students' }));
  await screen.findByRole('button', { name: 'Importing...' });
  letGo();
  await page.sees('2 students imported');
  expect(page.changes()).toHaveLength(2);
});
