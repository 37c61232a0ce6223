import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import type { GivenAnswer, PageAnswers } from '../../contract/page-calls.ts';
import type { DemoEmail } from '../../demo/people.ts';
import { people, registrations, sessions } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());

const get = (path: string, cookie = '', method = 'GET') =>
  fetch(portal.url + path, { method, headers: { cookie } });

function readAnswers(html: string): PageAnswers | null {
  const [, json = ''] = html.match(/id="answers">(.*?)<\/script>/s) ?? [];
  return JSON.parse(json);
}

async function openAs(email: DemoEmail, path: string) {
  const cookie = await portal.cookieOf(email);
  const html = await (await get(path, cookie)).text();
  return { cookie, html, answers: readAnswers(html) };
}

const callsOf = (answers: PageAnswers | null) => answers?.given.map(([call]) => call).sort();
const userOf = (answers: PageAnswers | null) =>
  answers?.given.find(([call]) => call === 'GET /api/user')?.[2];

test('the schedule page carries exactly what its calls return to the same person', async () => {
  const { cookie, answers } = await openAs('mid-course@demo.test', '/schedule');
  expect(callsOf(answers)).toEqual([
    'GET /api/attendance',
    'GET /api/retreat-registration',
    'GET /api/schedule',
    'GET /api/user',
    'GET /api/waiting-lists',
  ]);
  for (const [call, , answer] of answers?.given ?? []) {
    expect(answer).toEqual(await (await get(call.slice(4), cookie)).json());
  }
  expect(answers?.goTo).toBeUndefined();
});

test('a new student’s first page carries the slots of this week and of the week it leads to', async () => {
  const { cookie, answers } = await openAs('new-student@demo.test', '/onboarding');
  const offers = answers?.given.filter(([call]) => call === 'GET /api/classes/available') ?? [];
  expect(offers[0]?.[1]).toEqual({ query: { weekOffset: 0 } });
  const shown = offers.at(-1) as GivenAnswer & [string, { query: { weekOffset: number } }, object];
  expect(shown[2]).not.toMatchObject({ classes: [] });
  for (const [call, input, answer] of offers) {
    const { weekOffset } = { weekOffset: 0, ...input?.query };
    const asked = await get(`${call.slice(4)}?weekOffset=${weekOffset}`, cookie);
    expect(answer).toEqual(await asked.json());
  }
});

test('a student who comes back to choosing gets the slots of the week they left off in, or of the week in the address', async () => {
  const student = await openStudent(portal);
  const weeksOf = async (address: string) => {
    const { given = [] } = readAnswers(await (await get(address, student.cookie)).text()) ?? {};
    return given.flatMap(([call, input]) =>
      call === 'GET /api/classes/available' ? [input?.query] : [],
    );
  };
  const ofWeek = async (weekOffset: number): Promise<number> => {
    const { body } = await student.get(`/api/classes/available?weekOffset=${weekOffset}`);
    return body.classes[0].id;
  };
  for (const week of [1, 2, 3]) await student.choose(await ofWeek(week));
  expect((await weeksOf('/onboarding?resume=1'))[0]).toEqual({ weekOffset: 6 });
  expect(await weeksOf('/onboarding?resume=1&week=2027-01-03')).toEqual([{ weekOffset: 7 }]);
  expect(await weeksOf('/onboarding?resume=1&week=x&week=y')).toEqual(
    await weeksOf('/onboarding?resume=1'),
  );
});

test.each([
  ['mid-course@demo.test', '/', '/schedule'],
  ['mid-course@demo.test', '/onboarding', '/schedule'],
  ['new-student@demo.test', '/login', '/onboarding'],
  ['finished-picking@demo.test', '/', '/retreat-registration'],
  ['mid-course@demo.test', '/admin', '/schedule'],
  ['admin@demo.test', '/schedule', '/admin'],
] as const)(
  '%s who opens %s is redirected to %s and gets the data for it',
  async (email, path, goTo) => {
    const { answers } = await openAs(email, path);
    expect(answers?.goTo).toBe(goTo);
    const direct = await openAs(email, goTo);
    expect(callsOf(answers)).toEqual(callsOf(direct.answers));
  },
);

test('staff and alumni get no student-only data', async () => {
  const teacher = await openAs('teacher@demo.test', '/schedule');
  expect(callsOf(teacher.answers)).toEqual(['GET /api/user']);
  const alumnus = await openAs('alumni@demo.test', '/schedule');
  expect(callsOf(alumnus.answers)).not.toContain('GET /api/schedule');
  expect(userOf(alumnus.answers)).toMatchObject({ email: 'alumni@demo.test' });
});

test('a signed-out visitor gets no data, and an expired session is reported', async () => {
  expect(readAnswers(await (await get('/schedule')).text())).toBeNull();
  const ended = readAnswers(await (await get('/schedule', 'session=no-such-session')).text());
  expect(ended?.given).toEqual([['GET /api/user', null, null]]);
  const cookie = await portal.cookieOf('mid-course@demo.test');
  await get('/schedule', cookie);
  await fetch(`${portal.url}/api/auth/logout`, { method: 'POST', headers: { cookie } });
  const after = readAnswers(await (await get('/schedule', cookie)).text());
  expect(after?.given).toEqual([['GET /api/user', null, null]]);
});

test('a page with a token in its address carries no data about the signed-in person, and neither does a HEAD request', async () => {
  const cookie = await portal.cookieOf('mid-course@demo.test');
  const verify = await get('/verify?token=abc', cookie);
  expect(readAnswers(await verify.text())).toBeNull();
  const head = await get('/schedule', cookie, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a page with data is never cached, at an unknown address either', async () => {
  for (const path of ['/schedule', '/no-such-page']) {
    const cookie = await portal.cookieOf('mid-course@demo.test');
    const page = await get(path, cookie);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(userOf(readAnswers(await page.text()))).toMatchObject({ email: 'mid-course@demo.test' });
  }
});

test('a name that looks like a closing script tag is escaped', async () => {
  const name = '</script><script>alert(1)</script><!--';
  const who = eq(people.email, 'transfer-student@demo.test');
  await portal.database.update(people).set({ firstName: name }).where(who);
  const { html, answers } = await openAs('transfer-student@demo.test', '/help');
  expect(userOf(answers)).toMatchObject({ firstName: name });
  expect(html).not.toContain('alert(1)</script>');
});

test('page data never appears in a log', async () => {
  const { answers } = await openAs('mid-course@demo.test', '/schedule');
  const { lastName } = userOf(answers) as { lastName: string };
  expect(portal.logged.join('')).not.toContain(lastName);
});

describe('when the database does not respond', () => {
  const atOnce = 3;
  let busy: Portal;
  beforeAll(async () => {
    const environment = { MOST_REQUESTS_AT_ONCE: String(atOnce) };
    busy = await openPortal({ runsJobs: false, pageWaitMs: 1_500, environment });
  });
  afterAll(() => busy[Symbol.asyncDispose]());

  const openSchedule = (cookie: string) => fetch(`${busy.url}/schedule`, { headers: { cookie } });

  async function whileLocked(table: PgTable, work: () => Promise<void>) {
    await busy.database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table ${table} in access exclusive mode`);
      await work();
    });
  }

  test('the page does not wait and carries the data it has', async () => {
    const cookie = await busy.cookieOf('mid-course@demo.test');
    await openSchedule(cookie);
    await whileLocked(registrations, async () => {
      const page = await openSchedule(cookie);
      expect(page.status).toBe(200);
      expect(callsOf(readAnswers(await page.text()))).not.toContain('GET /api/schedule');
    });
  });

  test('pages come without data, and their queries count toward the limit until they end', async () => {
    const cookie = await busy.cookieOf('mid-course@demo.test');
    const ask = () => fetch(`${busy.url}/api/openapi.json`);
    await whileLocked(sessions, async () => {
      for (let opened = 0; opened <= atOnce; opened += 1) {
        const page = await openSchedule(cookie);
        expect(page.status).toBe(200);
        expect(readAnswers(await page.text())).toBeNull();
      }
      expect((await ask()).status).toBe(503);
    });
    await expect.poll(async () => (await ask()).status).toBe(200);
  });
});
