import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { like } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { countCalls, rowWith, searchBox } from '../support/admin-pages.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../support/journey.ts';
import { hold, title } from '../support/student-pages.ts';

const admin = 'admin@demo.test';
const header = 'email,first_name,last_name,phone,start_date,transfer,class_5,class_6';
const wrong = [
  header,
  'nora@school.test,Nora,Quinn,12,2026-09-15,maybe,2026-10-06 4PM,',
  'omar@school.test,Omar,Haddad,,2026-09-15,,2026-10-06 4PM,2026-10-13 4PM missed',
  'new-student@demo.test,Someone,Else,,2026-01-01,,,',
].join('\r\n');
const right = [
  header,
  'nora@school.test,Nora,Quinn,(212) 555-0142,2026-09-15,no,2026-10-06 4PM,',
  'omar@school.test,Omar,Haddad,,2026-09-15,,2026-10-06 4PM,2026-10-13 4PM missed',
].join('\r\n');

async function choose(page: Page, content: string | Buffer, name = 'students.csv') {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

const imported = (page: Page) => page.getByRole('heading', { name: '2 students imported' });

test('an admin corrects a file by what the preview says of it, imports it, and finds the students', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Import and export' }).click();
  await expect(page).toHaveURL(/\/admin\/import$/);
  await expect(title(page)).toHaveText('Import and export');
  await page.getByText('What goes into the columns').click();
  await expect(page.getByText('class_5 to class_10')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByText('What goes into the columns').click();

  await choose(page, wrong);
  await expect(
    page.getByText('1 to add, 1 class completed, 1 missed, 2 with problems'),
  ).toBeVisible();
  await expect(page.getByText('This file cannot be imported yet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expect(rowWith(page, 'nora@school.test')).toContainText('transfer: Please write yes or no');
  await expect(rowWith(page, 'nora@school.test')).toContainText('2');
  await expect(rowWith(page, 'omar@school.test')).toBeHidden();
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoFaults(page);
  }
  await page.getByLabel('Only problems').uncheck();
  await expect(rowWith(page, 'omar@school.test')).toContainText('Student, 1 completed, 1 missed');

  await choose(page, right);
  await expect(page.getByText('2 to add')).toBeVisible();
  await expect(page.getByLabel('Send each of them a welcome mail')).not.toBeChecked();
  await expect(page.getByText('2 mails, 30 a minute at most')).toBeVisible();
  await page.getByLabel('Send each of them a welcome mail').check();
  await expectNoFaultsAtAnyWidth(page);
  const calls = countCalls(page, 'POST', /people\/import$/);
  const letGo = await hold(page, '**/people/import');
  await page.getByRole('button', { name: 'Import 2 students' }).dblclick();
  await expect(page.getByRole('button', { name: 'Importing...' })).toBeVisible();
  letGo();
  await expect(imported(page)).toBeFocused();
  expect(calls()).toBe(1);
  await expect(page.getByText('2 mails are on the way')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('link', { name: 'See the list of Students' }).click();
  await expect(page).toHaveURL(/tab=students$/);
  await searchBox(page).fill('nora@school.test');
  await expect(rowWith(page, 'nora@school.test')).toContainText('Quinn');
  await expect
    .poll(async () => (await fetch(`${portal.sandbox.url}/outbox`)).text())
    .toContain('nora@school.test');
});

test('an import whose answer is lost is known by checking again, and again is harmless', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin/import');
  await choose(page, right);
  const button = page.getByRole('button', { name: 'Import 2 students' });
  await expect(button).toBeVisible();
  await page.route(
    '**/people/import',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await button.click();
  await expect(page.getByRole('alert')).toContainText('No answer came back');
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Nothing to change')).toBeVisible();
  await expect(
    page.getByText('All 2 people of this file are in the portal already.'),
  ).toBeVisible();
  await page.reload();
  await choose(page, right);
  await expect(page.getByText('Nothing to change')).toBeVisible();
  expect(await portal.database.$count(people, like(people.email, '%@school.test'))).toBe(2);
});

test('the second of two admins with the same file is told that there is nothing to change, or why not', async ({
  signedInAs,
}) => {
  const pages = [await signedInAs(admin), await signedInAs(admin), await signedInAs(admin)];
  const [first, same, other] = pages as [Page, Page, Page];
  for (const page of pages) {
    await page.goto('/admin/import');
    await choose(page, page === other ? right.replace('Quinn', 'Quill') : right);
    await expect(page.getByRole('button', { name: 'Import 2 students' })).toBeVisible();
  }
  await first.getByRole('button', { name: 'Import 2 students' }).click();
  await expect(imported(first)).toBeVisible();
  await same.getByRole('button', { name: 'Import 2 students' }).click();
  await expect(same.getByRole('heading', { name: 'Nothing to change' })).toBeFocused();
  await other.getByRole('button', { name: 'Import 2 students' }).click();
  await expect(other.getByText('Nothing was imported: the portal has changed')).toBeVisible();
  await expect(rowWith(other, 'nora@school.test')).toContainText(
    'last_name: In the portal it is Quinn',
  );
});

look(
  'a file that cannot be read is refused with a sentence, and a teacher has no such page',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await page.goto('/admin/import');
    for (const [content, sentence] of [
      ['', 'The file is empty.'],
      [Buffer.from('PK\u0003\u0004'), 'This is a workbook, not a CSV file.'],
      [Buffer.from([0x65, 0xe9, 0x2c]), 'The file is not in UTF-8.'],
      ['x'.repeat(1024 * 1024 + 1), 'The file is larger than 1 MB.'],
      ['nora@school.test,Nora,Quinn', 'The first line has to name the columns'],
      ['email;first_name\na;b', 'The columns are separated by semicolons.'],
    ] as const) {
      await choose(page, content);
      await expect(page.getByText(sentence)).toBeVisible();
    }
    await expectNoFaultsAtAnyWidth(page);

    await page.getByLabel('Who is in the file?').selectOption('Alumni');
    const template = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a template' }).click();
    expect(await readFile(await (await template).path(), 'utf8')).toBe(
      'email,first_name,last_name,phone,start_date\r\n',
    );

    const teacher = await signedInAs('teacher@demo.test');
    await teacher.goto('/admin');
    await expect(teacher.getByRole('link', { name: 'Import and export' })).toHaveCount(0);
    await teacher.goto('/admin/import');
    await expect(teacher).toHaveURL(/\/admin$/);
  },
);

test('each list is downloaded as CSV', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await page.goto('/admin/import');
  for (const [name, column] of [
    ['Students', 'class_10'],
    ['Alumni', 'start_date'],
    ['Classes', 'registered,present'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('region', { name: 'Export' }).getByRole('link', { name }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${name.toLowerCase()}.csv`);
    expect(await readFile(await file.path(), 'utf8')).toContain(column);
  }
});
