import type { Page } from '@playwright/test';
import { consentEvents, people } from '../../src/server/database/schema.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { classCard, title } from '../support/student-pages.ts';

const consentBox = (page: Page) =>
  page.getByRole('checkbox', { name: 'Yes, I want to receive text message reminders' });

for (const width of [390, 1280]) {
  look(`the public pages have no faults at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const [path, heading] of [
      ['/text-optin', 'Get reminders about classes and retreats'],
      ['/your-schedule', 'Your Course Schedule'],
      ['/privacy-policy', 'Privacy Policy'],
      ['/help', 'Help'],
    ] as const) {
      await page.goto(path);
      await expect(title(page)).toHaveText(heading);
      await expect(page).toHaveTitle(`${heading} · Course Portal`);
      await expectNoFaults(page);
    }
  });
}

look(
  'the text opt-in that anybody can see goes on to the sample schedule and saves nothing',
  async ({ page, portal }) => {
    const { database } = portal;
    const before = [await database.$count(consentEvents), await database.select().from(people)];
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    await page.goto('/text-optin');
    await expect(consentBox(page)).not.toBeChecked();
    await expect(page.getByText(/Message and data rates may apply.*STOP/)).toBeVisible();
    await consentBox(page).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/your-schedule');
    await expect(classCard(page, 5)).toBeVisible();
    expect(changes).toEqual([]);
    expect([await database.$count(consentEvents), await database.select().from(people)]).toEqual(
      before,
    );
  },
);

test('but for the student’s number, the text opt-in looks, to the pixel, as the page that students see', async ({
  page,
  signedInAs,
  portal,
}) => {
  await portal.database.update(people).set({ retreatContinueClicked: true });
  const student = await signedInAs('finished-picking@demo.test');
  await student.goto('/text-consent');
  await page.goto('/text-optin');
  const pictures = [];
  const ownNumber = student.locator('div', { hasText: /^Your number is/ }).last();
  await ownNumber.evaluate((element) => element.remove());
  for (const shown of [student, page]) {
    await expect(consentBox(shown)).toBeVisible();
    pictures.push(await shown.getByRole('main').screenshot());
  }
  expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
  await consentBox(page).check();
  await expect(page.getByText('We will text (202) 555-0123.')).toBeVisible();
});

look('the sample schedule has classes 5 to 10 with date, time and instructor', async ({ page }) => {
  await page.goto('/your-schedule');
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(
    [5, 6, 7, 8, 9, 10].map((classNumber) => `Class ${classNumber}`),
  );
  await expect(classCard(page, 5)).toContainText('Tuesday, September 7, 2027');
  await expect(classCard(page, 5)).toContainText('4:00 PM PT · Instructor: Daniel');
  await expect(classCard(page, 8)).toContainText('Saturday, October 16, 2027');
  await expect(page.getByText(/follow your first four sessions.*TM course/)).toBeVisible();
  const register = page.getByRole('link', { name: 'Register' });
  await expect(register).toHaveAttribute('href', /\/retreats$/);
  await expect(register).toHaveAttribute('target', '_blank');
});

look('Join Class and Reschedule on the sample schedule only show an alert', async ({ page }) => {
  await page.goto('/your-schedule');
  for (const name of ['Join Class', 'Reschedule']) {
    const alert = page.waitForEvent('dialog');
    const click = classCard(page, 6).getByRole('button', { name }).click();
    const dialog = await alert;
    expect([dialog.type(), dialog.message()]).toEqual(['alert', expect.stringContaining(name)]);
    await dialog.dismiss();
    await click;
  }
  await expect(page).toHaveURL('/your-schedule');
});

look(
  'the privacy policy is shown in a frame, where the browser can, and can be downloaded',
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
    await expect(page.getByRole('link', { name: 'Open the privacy policy' })).toBeVisible();
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

    const downloaded = page.waitForEvent('download', (download) =>
      download.suggestedFilename().endsWith('.pdf'),
    );
    await page.getByRole('link', { name: 'Download the privacy policy (PDF)' }).click();
    await downloaded;
    expect(complaints).toEqual([]);
  },
);

look(
  'the document of the policy may be framed by the portal, and nothing else by anybody',
  async ({ page }) => {
    const document = await page.request.get('/privacy-policy.pdf');
    expect(document.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    });
    const again = await page.request.get('/privacy-policy.pdf', {
      headers: { 'if-none-match': document.headers().etag ?? '' },
    });
    expect([again.status(), again.headers()['x-frame-options']]).toEqual([304, 'SAMEORIGIN']);
    await page.goto('/privacy-policy');
    const script = (await page.locator('script[src]').first().getAttribute('src')) ?? '';
    const others = ['/privacy-policy', '/help', '/api/user', '/privacy-policy.pdf/x', script];
    for (const path of others) {
      const { 'content-security-policy': policy, 'x-frame-options': frames } = (
        await page.request.get(path)
      ).headers();
      expect([path, policy, frames]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
        'DENY',
      ]);
      expect(policy).toContain("frame-src 'self'");
    }
  },
);
