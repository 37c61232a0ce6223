import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { DemoEmail } from '../../demo/people.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());

async function readRendered(path: string, email?: DemoEmail): Promise<string | undefined> {
  const cookie = email ? await portal.cookieOf(email) : '';
  const page = await (await fetch(portal.url + path, { headers: { cookie } })).text();
  const [, html] = page.match(/<div id="root" data-path="[^"]+">(.*)<\/div>/s) ?? [];
  return html?.replaceAll(/<[^>]+>/g, '');
}

test('a student’s schedule is in the HTML of its page', async () => {
  const html = await readRendered('/schedule', 'mid-course@demo.test');
  expect(html).toContain('Your Course Schedule');
  expect(html).toContain('Class 5');
});

test('a page opened by someone who belongs on another one contains the other one', async () => {
  expect(await readRendered('/', 'new-student@demo.test')).toContain('Select Time for Class 5');
});

test('one person’s page never contains another person’s data, even when they open it at once', async () => {
  const emails = ['mid-course@demo.test', 'new-student@demo.test'] as const;
  const both = () => emails.map((email) => readRendered('/schedule', email));
  const [first, second, third, fourth] = await Promise.all([...both(), ...both()]);
  expect(first).toContain('Your Course Schedule');
  expect(second).toContain('Select Time for Class 5');
  expect([third, fourth]).toEqual([first, second]);
});

test.each([
  ['/verify?token=secret', undefined],
  ['/schedule', undefined],
  ['/admin', 'admin@demo.test'],
  ['/help', 'admin@demo.test'],
] as const)('the browser renders %s for %s', async (path, email) => {
  expect(await readRendered(path, email)).toBeUndefined();
});

async function readOfflineCopy(path: string, cookie: string): Promise<string | null> {
  const page = await fetch(portal.url + path, { headers: { cookie } });
  return page.headers.get('x-offline-copy');
}

test.each([
  ['/schedule', 'mid-course@demo.test', '/schedule'],
  ['/', 'mid-course@demo.test', '/schedule'],
  ['/help', 'mid-course@demo.test', null],
  ['/schedule', 'new-student@demo.test', 'none'],
  ['/admin', 'teacher@demo.test', 'none'],
  ['/classes', 'admin@demo.test', 'none'],
] as const)('%s, opened by %s, is kept for offline use as %s', async (path, email, kept) => {
  expect(await readOfflineCopy(path, await portal.cookieOf(email))).toBe(kept);
});

test('a browser without a valid session keeps nothing for offline use', async () => {
  expect(await readOfflineCopy('/schedule', '')).toBe('none');
  const [name] = (await portal.cookieOf('mid-course@demo.test')).split('=');
  expect(await readOfflineCopy('/schedule', `${name}=ended`)).toBe('none');
});
