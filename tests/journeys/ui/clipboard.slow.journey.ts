import type { Page } from '@playwright/test';
import { openTab, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { expectToast, hold } from '../../support/student-pages.ts';

const refuse = `() => Promise.reject(new DOMException('no', 'NotAllowedError'))`;

async function openNora(page: Page) {
  await openTab(page, 'Students');
  await searchBox(page).fill('new-student@demo.test');
  return page.getByRole('button', { name: 'Copy Link for Nora' });
}

test('without clipboard access, an address is copied by selection or by hand', async ({
  signedInAs,
}) => {
  const page = await signedInAs('mid-course@demo.test');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(`navigator.clipboard.writeText = ${refuse}`);
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Add to Calendar' }).click();
  await page.getByRole('button', { name: 'Use Another Calendar' }).click();
  const field = page.getByLabel('Your private calendar address');
  await expect(field).toHaveValue(/\.ics$/);
  const address = await field.inputValue();
  const copy = page.getByRole('button', { name: 'Copy Address' });
  await copy.click();
  await expectToast(page, 'Address copied', 'Calendar address copied to clipboard');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
  await expect(copy).toBeFocused();

  await page.evaluate('Document.prototype.execCommand = () => false');
  await copy.click();
  const byHand = 'Please select it and copy it manually.';
  await expectToast(page, 'We couldn’t copy the address', byHand);
  await field.click();
  expect(await page.evaluate('document.getSelection().toString()')).toBe(address);
});

test('a browser that allows clipboard writes only during a click gets the login link', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('teacher@demo.test');
  // Act like Safari, which allows writing only during the click, but waits for a promise.
  await page.addInitScript(`
    const refuse = ${refuse};
    document.execCommand = () => false;
    navigator.clipboard.writeText = refuse;
    navigator.clipboard.write = async ([item]) => {
      if (window.event?.type !== 'click') return refuse();
      window.copied = await (await item.getType('text/plain')).text();
    };
  `);
  const copyLink = await openNora(page);
  const letGo = await hold(page, '**/login-link');
  await copyLink.click();
  letGo();
  await expectToast(page, 'Copied to clipboard', 'Login link copied to clipboard');
  expect(await page.evaluate('window.copied')).toMatch(
    new RegExp(`^${portal.url}/verify\\?token=`),
  );

  await page.evaluate(`navigator.clipboard.write = ${refuse}`);
  await copyLink.click();
  await expectToast(page, 'Error', 'We couldn’t copy the login link. Please copy it yourself.');
  const dialog = page.getByRole('dialog', { name: 'Copy the Link Yourself' });
  const field = dialog.getByLabel('Login link');
  await expect(field).toBeFocused();
  const selected = await page.evaluate('getSelection().toString()');
  expect(selected).toBe(await field.inputValue());
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(copyLink).toBeFocused();
});
