import type { Page } from '@playwright/test';
import { expect, look } from '../support/journey.ts';
import { classCard, slot } from '../support/student-pages.ts';

/** Buttons whose words stand over their edge, and times that break inside. */
const brokenWords = `[
  ...[...document.querySelectorAll('button')].filter((button) => button.scrollWidth > button.clientWidth),
  ...[...document.querySelectorAll('li p')].filter((line) => {
    const hour = /\\d+:\\d\\d\\s[AP]M\\sPT/.exec(line.textContent);
    if (!hour || line.childNodes.length > 1) return false;
    const range = document.createRange();
    range.setStart(line.firstChild, hour.index);
    range.setEnd(line.firstChild, hour.index + hour[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }),
].map(({ textContent }) => textContent)`;

async function enlarge(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '24px'`);
  expect(await page.evaluate(brokenWords)).toEqual([]);
}

look(
  'on a phone with letters half as large again, buttons and times keep their words together',
  async ({ signedInAs }) => {
    const nora = await signedInAs('new-student@demo.test');
    await nora.setViewportSize({ width: 390, height: 844 });
    await nora.goto('/onboarding');
    await expect(slot(nora)).toBeVisible();
    await enlarge(nora);

    const marcus = await signedInAs('mid-course@demo.test');
    await marcus.setViewportSize({ width: 390, height: 844 });
    await marcus.goto('/schedule');
    await classCard(marcus, 8).getByRole('button', { name: 'Reschedule' }).click();
    await expect(
      marcus.getByRole('dialog').getByRole('button', { name: /^Current/ }),
    ).toBeVisible();
    await enlarge(marcus);
  },
);
