import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildWebIfStale } from './build-web.ts';

interface Part {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** What each page may add to the scripts that the login page has loaded, squeezed, in KB. */
const pages: Record<string, number> = {
  'sign-in/verify-screen.tsx': 20,
  'app/onboarding-page.tsx': 20,
  'app/schedule-page.tsx': 20,
  'app/class-schedule-page.tsx': 20,
  'app/retreat-registration-page.tsx': 20,
  'app/text-consent-page.tsx': 20,
  'app/admin-screen.tsx': 60,
  'alumni/classes-screen.tsx': 20,
  'alumni/alumni-text-consent-screen.tsx': 20,
  'app/text-optin-page.tsx': 20,
  'app/your-schedule-page.tsx': 20,
  'public-pages/help-screen.tsx': 20,
  'public-pages/privacy-policy-screen.tsx': 20,
  'public-pages/not-found-screen.tsx': 20,
};
const loginPage = 95;
/** What the login page loads once it is asked to show them. */
const shownLater = ['ui/toaster.tsx', 'sign-in/login-help-dialog.tsx'];

let parts: Record<string, Part>;

beforeAll(async () => {
  await buildWebIfStale(() => {});
  parts = JSON.parse(readFileSync('dist/web/.manifest.json', 'utf8'));
}, 60_000);

/** Everything that has to be there before a part can run. */
function neededBy(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of parts[name]?.imports ?? []) neededBy(next, found);
  return found;
}

function weigh(names: Iterable<string>): number {
  const files = [...names].map((name) => join('dist/web', `${parts[name]?.file}.gz`));
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
}

test('the scripts that the login page waits for weigh at most 95 KB', () => {
  expect(weigh(neededBy('index.html'))).toBeLessThanOrEqual(loginPage);
});

test('every other page adds at most 20 KB to them, the dashboard at most 60', () => {
  const login = neededBy('index.html');
  for (const [page, most] of Object.entries(pages)) {
    const added = [...neededBy(page)].filter((name) => !login.has(name));
    expect(weigh(added), page).toBeLessThanOrEqual(most);
  }
});

test('every page has its limit', () => {
  const loadedLater = parts['index.html']?.dynamicImports ?? [];
  expect(loadedLater.toSorted()).toEqual([...Object.keys(pages), ...shownLater].toSorted());
});
