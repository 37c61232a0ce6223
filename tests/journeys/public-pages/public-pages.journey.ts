import { consentEvents, people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, look } from '../../support/journey.ts';
import { classCard, title } from '../../support/student-pages.ts';

look(
  'anyone can see the text opt-in, the sample schedule, help and the 404 page',
  async ({ page, portal }) => {
    const { database } = portal;
    const before = [await database.$count(consentEvents), await database.select().from(people)];
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    await page.goto('/text-optin');
    await expect(page).toHaveTitle('Get reminders about classes and retreats · Course Portal');
    const box = page.getByRole('checkbox', {
      name: 'Yes, I want to receive text message reminders',
    });
    await expect(box).not.toBeChecked();
    await expect(page.getByText(/Message and data rates may apply.*STOP/)).toBeVisible();
    await box.check();
    await expect(page.getByText('We will text (202) 555-0123.')).toBeVisible();
    await expectNoFaultsAtAnyWidth(page);
    await page.getByRole('button', { name: 'Continue' }).click();

    await expect(page).toHaveURL('/your-schedule');
    await expect(title(page)).toHaveText('Your Course Schedule');
    await expect(classCard(page, 5)).toContainText('Tuesday, September 7, 2027');
    await expect(classCard(page, 5)).toContainText('4:00 PM PT · Instructor: Daniel');
    await expect(page.getByText(/follow your first four sessions.*TM course/)).toBeVisible();
    await expectNoFaultsAtAnyWidth(page);
    for (const name of ['Join Class', 'Reschedule']) {
      const alert = page.waitForEvent('dialog');
      const click = classCard(page, 6).getByRole('button', { name }).click();
      const dialog = await alert;
      expect([dialog.type(), dialog.message()]).toEqual(['alert', expect.stringContaining(name)]);
      await dialog.dismiss();
      await click;
    }
    const retreats = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(await retreats).toHaveURL(/\/retreats$/);

    await page.goto('/help');
    await expect(title(page)).toHaveText('Help');
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(title(page)).toHaveText('404 Page Not Found');
    await expectNoFaultsAtAnyWidth(page);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
    expect(changes).toEqual([]);
    expect([await database.$count(consentEvents), await database.select().from(people)]).toEqual(
      before,
    );
  },
);

look(
  'the privacy policy is shown in a frame if possible, and can be downloaded',
  async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|frame/i.test(message.text())) complaints.push(message.text());
    });
    const setViewer = (isThere: boolean) =>
      page.addInitScript(
        `Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { configurable: true, value: ${isThere} })`,
      );
    await setViewer(false);
    await page.goto('/privacy-policy');
    await expect(page.getByRole('link', { name: 'Open the Privacy Policy' })).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);

    await setViewer(true);
    const asked = page.waitForRequest(/\/privacy-policy\.pdf/);
    await page.goto('/privacy-policy');
    await asked;
    await expect(page.getByTitle('Privacy Policy')).toHaveAttribute(
      'src',
      /^\/privacy-policy\.pdf/,
    );
    await expect(
      page.getByText('Quiet Mornings, an educational partner of the Stillwater Foundation'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'help@quiet-mornings.test' })).toBeVisible();

    await expectNoFaultsAtAnyWidth(page);
    const downloaded = page.waitForEvent('download', (download) =>
      download.suggestedFilename().endsWith('.pdf'),
    );
    await page.getByRole('link', { name: 'Download the Privacy Policy (PDF)' }).click();
    await downloaded;
    expect(complaints).toEqual([]);
  },
);
