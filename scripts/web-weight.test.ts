import { beforeAll, expect, test } from 'vitest';
import { readWebWeight, type WebWeight } from './web-weight.ts';

const largeScreens: Record<string, number> = {
  'dashboard/dashboard-screen.tsx': 36,
  'dashboard/today-screen.tsx': 18,
  'dashboard/class-screen.tsx': 19,
  'dashboard/person-screen.tsx': 18,
  'operations/manual-screen.tsx': 33,
};

let web: WebWeight;

beforeAll(async () => {
  web = await readWebWeight();
}, 60_000);

test('the scripts of the login page and the schedule weigh at most 115 KB', () => {
  expect(web.first).toBeLessThanOrEqual(115);
});

test('every screen adds at most 16 KB, except for a few that may weigh more', () => {
  expect(web.screens.size).toBeGreaterThan(20);
  const heavy = [...web.screens].filter(([file, added]) => added > (largeScreens[file] ?? 16));
  expect(heavy).toEqual([]);
});

test('anything else loaded later, such as a dialog, adds at most 50 KB', () => {
  expect(web.others.size).toBeGreaterThan(30);
  expect([...web.others].filter(([, added]) => added > 50)).toEqual([]);
});
