import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { readCalendar } from '../../support/read-calendar.ts';
import { expectToast } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';
const subscribe = (page: Page) => page.getByRole('button', { name: 'Use Another Calendar' });
const address = (page: Page) => page.getByLabel('Your private calendar address');
const renew = (page: Page) => page.getByRole('button', { name: 'Replace Address' });

test('a student downloads a calendar file, subscribes to the schedule, and renews the address, which ends the old one', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Add to Calendar' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Calendar File' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('class-schedule.ics');
  const { events } = readCalendar(readFileSync(await file.path(), 'utf8'));
  expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual(
    [5, 6, 7, 8, 9, 10].map((classNumber) => `TM course: Class ${classNumber}`),
  );

  await subscribe(page).click();
  const shown = () => address(page).inputValue();
  const statusOf = async (url: string) => (await fetch(url)).status;
  await expect(address(page)).toHaveValue(/\/api\/calendar\/feeds\/[\w-]+\.ics$/);
  await expect(renew(page), 'opens where it can be seen').toBeInViewport();
  const old = await shown();
  expect(await statusOf(old)).toBe(200);
  await expect(page.getByRole('link', { name: 'Open in Calendar App' })).toHaveAttribute(
    'href',
    old.replace('http:', 'webcal:'),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy Address' }).click();
  await expectToast(page, 'Address copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(old);

  await expectNoFaultsAtAnyWidth(page);
  await page.context().route(/google|outlook/, (route) => route.fulfill({ body: 'A calendar' }));
  for (const [name, shownAt] of [
    [
      'Google Calendar',
      `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(old.replace('http:', 'webcal:'))}`,
    ],
    [
      'Outlook',
      `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(old)}&name=TM+course`,
    ],
  ] as const) {
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name }).click(),
    ]);
    await expect(tab).toHaveURL(shownAt);
    await tab.close();
  }
  await expect(page.getByRole('button', { name: 'Apple Calendar' })).toBeEnabled();

  await renew(page).click();
  const dialog = page.getByRole('dialog', { name: 'Replace your address?' });
  await expect(dialog).toContainText('The old address will stop working right away.');
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Replace Address' }).click();
  await expectToast(page, 'Address replaced');
  await expect(dialog).toBeHidden();
  await expect(address(page)).not.toHaveValue(old);
  expect([await statusOf(old), await statusOf(await shown())]).toEqual([404, 200]);
});
