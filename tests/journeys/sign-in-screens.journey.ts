import type { Page } from '@playwright/test';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../support/journey.ts';
import { hold, openWithToaster } from '../support/student-pages.ts';

const field = (page: Page) => page.getByLabel('Email or Phone');
const send = (page: Page) => page.getByRole('button', { name: 'Send Login Link' });

for (const width of [390, 1280]) {
  look(`the login page and its dialog have no faults at ${width} px`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Welcome to Your Course Portal',
    );
    await expect(
      page.getByText('Quiet Mornings, an educational partner of the Stillwater Foundation'),
    ).toBeVisible();
    await expectNoFaults(page);
    await send(page).click();
    await expectNoFaults(page);
    await page.getByRole('button', { name: "Didn't receive email with link?" }).click();
    await expect(page.getByRole('dialog')).toContainText('help@quiet-mornings.test');
    await expectNoFaults(page);
    expect(complaints).toEqual([]);
  });
}

look('a page shows that something is coming while its program is on the way', async ({ page }) => {
  const letGo = await hold(page, '**/assets/index-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading…');
  letGo();
  await expect(send(page)).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
});

look('the page that verifies has no faults at any width', async ({ page }) => {
  await hold(page, '**/api/auth/verify');
  await page.goto('/verify?token=unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifying your email');
  await expect(page.getByText('Please wait while we verify your email...')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
});

look(
  'a browser without a session is not asked about, until somebody signs in with it',
  async ({ page, portal }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await expect(send(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/api/user');

    const [name = '', value = ''] = (await portal.cookieOf('new-student@demo.test')).split('=');
    await page.context().addCookies([{ name, value, url: portal.url }]);
    await page.evaluate(`history.pushState(null, '', '/help')`);
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  },
);

look('an empty identifier is asked for under the field, which gets the focus', async ({ page }) => {
  await page.goto('/login');
  await field(page).fill('   ');
  await send(page).click();
  await expect(page.getByText('Email or phone number is required')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAccessibleDescription('Email or phone number is required');
  await field(page).fill('n');
  await expect(page.getByText('Email or phone number is required')).toBeHidden();
});

look(
  'what the server has to say stands under the field, and nothing typed is lost',
  async ({ page }) => {
    await page.goto('/login');
    await field(page).fill('nora at home');
    await field(page).press('Enter');
    await expect(field(page)).toHaveAccessibleDescription(/valid email address or phone number/);
    await expect(field(page)).toHaveValue('nora at home');
  },
);

test('without a connection the login page says so', async ({ page, context }) => {
  await page.goto('/login');
  await field(page).fill('new-student@demo.test');
  await context.setOffline(true);
  await send(page).click();
  await expect(field(page)).toHaveAccessibleDescription(/could not be reached/);
  await context.setOffline(false);
  await send(page).click();
  await expect(page.getByText('Check your email', { exact: true })).toBeVisible();
});

test('a double click asks for one link', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) asked += 1;
  });
  const letGo = await hold(page, '**/api/auth/login');
  await page.goto('/login');
  await field(page).fill('new-student@demo.test');
  await send(page).dblclick();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await field(page).press('Enter');
  letGo();
  await expect(page.getByText('Check your email', { exact: true })).toBeVisible();
  expect(asked).toBe(1);
});

look('the help dialog opens and closes by keyboard and gives the focus back', async ({ page }) => {
  await page.goto('/login');
  const opener = page.getByRole('button', { name: "Didn't receive email with link?" });
  for (const close of ['Escape', 'Enter']) {
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Need Help Logging In?' });
    await expect(dialog).toBeVisible();
    if (close === 'Enter') await dialog.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press(close);
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

look('the login page offers help in a new tab', async ({ page, context }) => {
  await page.goto('/login');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(await opened).toHaveURL('/help');
});

look(
  'a link that nobody was sent is called invalid, and the page says what to do',
  async ({ page }) => {
    await page.goto('/verify?token=cut-off');
    await expect(page.getByText('Invalid or expired token', { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Please open it from the message once more')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send me a new one' })).toHaveCount(0);
  },
);

look('a link without a token is called invalid', async ({ page }) => {
  await page.goto('/verify');
  await expect(page.getByText('Invalid verification link', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/login');
  // The toast goes; this stays.
  await expect(page.getByText('A part of its address may be missing.')).toBeVisible();
  await expectNoFaults(page);
});

look(
  'whoever is signed in is sent from the login page to where they belong',
  async ({ signedInAs }) => {
    for (const [email, landing] of [
      ['admin@demo.test', '/admin'],
      ['teacher@demo.test', '/admin'],
      ['alumni@demo.test', '/alumni-text-consent'],
      ['new-student@demo.test', '/onboarding'],
    ] as const) {
      const page = await signedInAs(email);
      await page.goto('/login');
      await expect(page).toHaveURL(landing);
      await page.getByRole('link', { name: 'Course Portal' }).click();
      await expect(page).toHaveURL(landing);
      await page.close();
    }
  },
);

look(
  'a page for people who are signed in sends others to the login page',
  async ({ page, signedInAs }) => {
    for (const path of ['/admin', '/schedule', '/classes']) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    const student = await signedInAs('new-student@demo.test');
    await student.goto('/admin');
    await expect(student).toHaveURL('/onboarding');
  },
);

look('a logout that fails says so and can be tried again', async ({ signedInAs }) => {
  const page = await signedInAs('new-student@demo.test');
  await openWithToaster(page, '/onboarding');
  await page.context().setOffline(true);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expect(page.getByText('Logout failed', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  const letGo = await hold(page, '**/api/auth/logout');
  await logout.click();
  await expect(page.getByRole('button', { name: 'Logging out...' })).toBeVisible();
  letGo();
  await expect(page).toHaveURL('/login');
});
