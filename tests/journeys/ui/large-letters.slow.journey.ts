import type { Page } from '@playwright/test';
import { expect, expectNoFaults, look } from '../../support/journey.ts';
import { classCard, slot, title } from '../../support/student-pages.ts';

const brokenWords = `[
  ...[...document.querySelectorAll('button')].filter((button) => button.scrollWidth > button.clientWidth),
  ...[...document.querySelectorAll('li p, li p span')].filter((line) => {
    const text = [...line.childNodes].find(({ data }) => /\\d:\\d\\d/.test(data));
    const hour = /\\d+:\\d\\d\\s[AP]M\\sPT/.exec(text?.data);
    if (!hour) return false;
    const range = document.createRange();
    range.setStart(text, hour.index);
    range.setEnd(text, hour.index + hour[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }),
].map(({ textContent }) => textContent)`;

async function enlarge(page: Page): Promise<void> {
  for (const size of ['24px', '32px']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    expect(await page.evaluate(brokenWords)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }
}

look(
  'on a phone with text twice as large, nothing is cut off and times don’t wrap',
  async ({ signedInAs }) => {
    const nora = await signedInAs('new-student@demo.test');
    await nora.setViewportSize({ width: 390, height: 844 });
    await nora.goto('/onboarding');
    await expect(slot(nora)).toBeVisible();
    await enlarge(nora);

    const marcus = await signedInAs('mid-course@demo.test');
    await marcus.setViewportSize({ width: 390, height: 844 });
    await marcus.goto('/schedule');
    await expect(classCard(marcus, 8)).toBeVisible();
    await enlarge(marcus);
    await classCard(marcus, 8).getByRole('button', { name: 'Reschedule' }).click();
    await expect(
      marcus.getByRole('dialog').getByRole('button', { name: /^Current/ }),
    ).toBeVisible();
    await enlarge(marcus);
  },
);

look('the header has room for all of it on the narrowest phones', async ({ signedInAs }) => {
  const page = await signedInAs('mid-course@demo.test');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/account');
    await expect(title(page)).toHaveText('Your Account');
    const header = page.getByRole('banner');
    for (const item of [
      header.getByRole('link', { name: 'Help' }),
      header.getByRole('link', { name: 'Your Account' }),
      header.getByRole('button', { name: 'Logout' }),
    ]) {
      await expect(item).toBeInViewport({ ratio: 1 });
      const box = await item.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectNoFaults(page);
  }
});
