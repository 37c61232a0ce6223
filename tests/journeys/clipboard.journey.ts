import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { expect, test } from '../support/journey.ts';
import { withoutAnswers } from '../support/page-answers.ts';
import { expectToast } from '../support/student-pages.ts';

const marcus = 'mid-course@demo.test';
const aiko = 'alumni@demo.test';
const byHand = 'Please select it and copy it by hand.';

const refuseClipboard = (page: Page) =>
  page.addInitScript(
    `navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`,
  );
const refuseSelection = (page: Page) =>
  page.addInitScript(`Document.prototype.execCommand = () => false`);

async function openAddress(page: Page): Promise<string> {
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Another calendar' }).click();
  const address = page.getByLabel('Your private calendar address');
  await expect(address).toHaveValue(/\.ics$/);
  return address.inputValue();
}

test('where the clipboard is refused, the calendar address is copied by selecting it', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await refuseClipboard(page);
  const address = await openAddress(page);
  const copy = page.getByRole('button', { name: 'Copy address' });
  await copy.click();
  await expectToast(page, 'Address copied', 'Calendar address copied to clipboard');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
  await expect(copy).toBeFocused();
});

test('where nothing can be copied, the calendar address is to be copied by hand', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await refuseClipboard(page);
  await refuseSelection(page);
  const address = await openAddress(page);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expectToast(page, 'The address could not be copied', byHand);
  const field = page.getByLabel('Your private calendar address');
  await field.click();
  const selected = () => page.evaluate('document.getSelection().toString()');
  expect(await selected()).toBe(address);
});

test('the join link of alumni is copied by selecting it, or else by hand', async ({
  signedInAs,
  portal,
}) => {
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.email, aiko));
  const page = await signedInAs(aiko);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await refuseClipboard(page);
  const link = 'https://zoom.test/j/1?tk=own';
  await withoutAnswers(page);
  await page.route('**/api/alumni/classes', async (route) => {
    const rows = await (await route.fetch()).json();
    await route.fulfill({ json: rows.map((row: object) => ({ ...row, zoomMeetingId: '1' })) });
  });
  await page.route('**/api/alumni/classes/*/join', (route) =>
    route.fulfill({ json: { classId: 1, zoomJoinUrl: link } }),
  );
  await page.addInitScript('window.open = () => null');
  await page.goto('/classes');
  await page.getByRole('button', { name: /^Join/ }).first().click();
  const copy = page.getByRole('button', { name: 'Copy link' });
  await copy.click();
  await expectToast(page, 'Link copied', 'Zoom join link copied to clipboard');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);

  await page.evaluate('Document.prototype.execCommand = () => false');
  await copy.click();
  await expectToast(page, 'The link could not be copied', byHand);
});
