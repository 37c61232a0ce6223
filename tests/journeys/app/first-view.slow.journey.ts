import type { Page } from '@playwright/test';
import { pageCalls, USER_CALL } from '../../../src/contract/page-calls.ts';
import { PAGES } from '../../../src/course/pages.ts';
import { expect, look, test } from '../../support/journey.ts';
import { withoutAnswers } from '../../support/page-answers.ts';
import { hold, title } from '../../support/student-pages.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send Login Link' });

test.use({ contextOptions: { viewport: { width: 390, height: 844 } } });

/** What a page asks for until it has nothing more to ask. */
async function callsOfFirstView(page: Page, path: string): Promise<string[]> {
  const calls = new Set<string>();
  const note = (url: string) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/api/')) calls.add(`GET ${pathname}`);
  };
  page.on('request', (request) => note(request.url()));
  await page.goto(path);
  await expect(title(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  return [...calls].sort();
}

const firstViews = [
  ['new-student@demo.test', PAGES.onboarding],
  ['mid-course@demo.test', PAGES.schedule],
  ['mid-course@demo.test', PAGES.classSchedule],
  ['finished-picking@demo.test', PAGES.retreatRegistration],
  ['transfer-student@demo.test', PAGES.textConsent],
  ['teacher@demo.test', PAGES.classes],
] as const;

look(
  'what a page asks for at first comes with it, and nothing else',
  async ({ signedInAs, portal }) => {
    for (const [email, path] of firstViews) {
      expect(await callsOfFirstView(await signedInAs(email), path), path).toEqual([]);
      const asking = await signedInAs(email);
      await withoutAnswers(asking);
      const visit = { schedule: [], week: null, now: portal.clock.now() };
      const declared = [USER_CALL, ...pageCalls(path, visit)].map(({ call }) => call);
      expect(await callsOfFirstView(asking, path), path).toEqual(declared.sort());
    }
  },
);

look(
  'a student half way through the course sees no other page on the way to the schedule',
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
      const others = seen.filter((text) => text !== 'Loading…' && !text.includes('Class 8'));
      expect(others, path).toEqual([]);
    }
  },
);

look('a page shows that something is coming while its program is on the way', async ({ page }) => {
  const letGo = await hold(page, '**/assets/index-*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading…');
  letGo();
  await expect(send(page)).toBeVisible();
  await expect(page.getByRole('status')).toHaveCount(0);
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
