import type { Page } from '@playwright/test';
import { pageCalls, USER_CALL } from '../../../src/contract/page-calls.ts';
import { PAGES } from '../../../src/course/pages.ts';
import { expect, look, test } from '../../support/journey.ts';
import { withoutAnswers } from '../../support/page-answers.ts';
import { hold, title } from '../../support/student-pages.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send Login Link' });

test.use({ contextOptions: { viewport: { width: 390, height: 844 } } });

/** Records the calls that a page makes from now on. The page counts as hidden, so that it doesn’t poll. */
async function noteCalls(page: Page): Promise<() => string[]> {
  await page.addInitScript(
    `Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`,
  );
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.add(`GET ${pathname}`);
  });
  return () => [...calls].sort();
}

const firstViews = [
  ['new-student@demo.test', PAGES.onboarding],
  ['mid-course@demo.test', PAGES.schedule],
  ['mid-course@demo.test', PAGES.classSchedule],
  ['finished-picking@demo.test', PAGES.retreatRegistration],
  ['transfer-student@demo.test', PAGES.textConsent],
  ['teacher@demo.test', PAGES.classes],
] as const;

look('a page includes exactly the responses it needs first', async ({ signedInAs, portal }) => {
  test.slow();
  for (const [email, path] of firstViews) {
    const given = await signedInAs(email);
    const callsOfGiven = await noteCalls(given);
    await given.goto(path);
    await expect(title(given)).toBeVisible();
    await given.waitForLoadState('networkidle');
    expect(callsOfGiven(), path).toEqual([]);
    await given.close();

    const asking = await signedInAs(email);
    const callsOfAsking = await noteCalls(asking);
    await withoutAnswers(asking);
    await asking.goto(path);
    const visit = { schedule: [], week: null, now: portal.clock.now() };
    const declared = [USER_CALL, ...pageCalls(path, visit)].map(({ call }) => call);
    await expect.poll(callsOfAsking, path).toEqual(declared.sort());
    await asking.close();
  }
});

look(
  'a student halfway through the course goes straight to the schedule',
  async ({ signedInAs }) => {
    const page = await signedInAs('mid-course@demo.test');
    await page.addInitScript(`
    window.seen = [];
    new MutationObserver(() => {
      const text = document.body?.innerText.replaceAll(/\\s+/g, ' ').trim();
      if (text && text !== window.seen.at(-1)) window.seen.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  `);
    for (const path of ['/', '/login', '/onboarding']) {
      await page.goto(path);
      await expect(page).toHaveURL('/schedule');
      await expect(title(page)).toHaveText('Your Course Schedule');
      const seen = (await page.evaluate('window.seen')) as string[];
      const otherPages = /Welcome to Your Course Portal|Select Time for Class/;
      expect(
        seen.filter((text) => otherPages.test(text)),
        path,
      ).toEqual([]);
    }
  },
);

look(
  'a page that the server doesn’t render shows a loading state while its script loads',
  async ({ page }) => {
    const letGo = await hold(page, '**/assets/index-*.js');
    await page.goto('/verify', { waitUntil: 'commit' });
    await expect(page.getByRole('status')).toHaveText('Loading…');
    letGo();
    await expect(send(page)).toBeVisible();
    await expect(page.getByRole('status')).toHaveCount(0);
  },
);

look('the login page can be read before its script has loaded', async ({ page }) => {
  const letGo = await hold(page, '**/assets/index-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(send(page)).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
  letGo();
});

look(
  'a browser without a session doesn’t ask for the user until someone signs in',
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
