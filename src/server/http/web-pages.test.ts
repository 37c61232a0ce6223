import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { DemoEmail } from '../../demo/people.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());

/** Returns the text that the server has rendered, or undefined if it leaves that to the browser. */
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
