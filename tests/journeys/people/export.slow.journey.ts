import { readFile } from 'node:fs/promises';
import { expect, test } from '../../support/journey.ts';

test('the template and each list are downloaded as CSV', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/import');
  await page.getByLabel('Who is in the file?').selectOption('Alumni');
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a Template' }).click();
  expect(await readFile(await (await template).path(), 'utf8')).toBe(
    'email,first_name,last_name,phone,start_date\r\n',
  );
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
