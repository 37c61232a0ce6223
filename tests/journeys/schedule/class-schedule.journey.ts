import { expect, expectNoFaults, look } from '../../support/journey.ts';

look(
  'the class times print on one page, with the student’s name and the date',
  async ({ signedInAs }) => {
    const page = await signedInAs('mid-course@demo.test');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/schedule');
    await page.getByRole('link', { name: 'Print Your Class Times' }).click();
    await expect(page).toHaveURL('/class-schedule');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your Selected Class Schedule',
    );
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(6);
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page).toHaveTitle('printed');

    const printed = page.getByText('Marcus Bell. Printed on Monday, November 16, 2026.');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoFaults(page);
      await page.emulateMedia({ media: 'print' });
      await expect(printed).toBeVisible();
      await expect(page.getByText('Class 10')).toBeVisible();
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(
        page.getByText(/^(Back to your schedule|Print)$/).locator('visible=true'),
      ).toHaveCount(0);
      const sheets = (await page.pdf({ format: 'Letter' })).toString('latin1');
      expect(sheets.match(/\/Type \/Page\b/g), `at ${width} px`).toHaveLength(1);
      await page.emulateMedia({ media: 'screen' });
      await expect(printed).toBeHidden();
    }
    await page.getByRole('link', { name: 'Back to your schedule' }).click();
    await expect(page).toHaveURL('/schedule');
  },
);
