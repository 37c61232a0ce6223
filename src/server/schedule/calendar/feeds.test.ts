import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  openStudent,
  resetAccount,
} from '../../../../tests/support/students.ts';
import { classes, people } from '../../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => clearClasses(portal));

const ask = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

test('the calendar file has all active classes and is only for its student', async () => {
  const student = await openScheduledStudent(portal);
  const answer = await ask(`${portal.url}/api/calendar/file`, { cookie: student.cookie });
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="class-schedule.ics"',
  );
  expect(readCalendar(await answer.text()).events).toHaveLength(6);
  expect((await ask(`${portal.url}/api/calendar/file`)).status).toBe(401);
});

test('a calendar follows its address without a cookie, and learns of changes by their mark', async () => {
  const student = await openScheduledStudent(portal);
  const { subscribeUrl } = (await student.get('/api/calendar')).body;
  expect((await student.get('/api/calendar')).body).toEqual({ subscribeUrl });
  const first = await ask(subscribeUrl);
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(first.headers.get('cache-control')).toMatch(/^private/);
  const read = readCalendar(await first.text());
  expect(read.calendar).toMatchObject({ METHOD: 'PUBLISH', 'X-WR-CALNAME': 'TM course' });
  expect(read.events).toHaveLength(6);

  const mark = first.headers.get('etag') ?? '';
  portal.clock.moveOn(60_000);
  expect((await ask(subscribeUrl, { 'if-none-match': mark })).status).toBe(304);
  const [five] = await student.rows();
  await student.reschedule(five?.id ?? 0, await addClassOn(portal, '2026-12-08'));
  const changed = await ask(subscribeUrl, { 'if-none-match': mark });
  expect(changed.status).toBe(200);
  expect(readCalendar(await changed.text()).events[0]).toMatchObject({ SEQUENCE: '1' });

  await resetAccount(portal, student);
  expect(readCalendar(await (await ask(subscribeUrl)).text()).events).toEqual([]);
});

test('a renewed address ends the one before', async () => {
  const student = await openScheduledStudent(portal);
  const { subscribeUrl: old } = (await student.get('/api/calendar')).body;
  const { subscribeUrl } = (await student.post('/api/calendar/renew')).body;
  expect(subscribeUrl).not.toBe(old);
  expect((await ask(old)).status).toBe(404);
  expect((await ask(subscribeUrl)).status).toBe(200);
  expect((await student.get('/api/calendar')).body).toEqual({ subscribeUrl });
});

test('two requests at once are given the same first address', async () => {
  const student = await openStudent(portal);
  const answers = await Promise.all([1, 2, 3, 4].map(() => student.get('/api/calendar')));
  expect(new Set(answers.map(({ body }) => body.subscribeUrl)).size).toBe(1);
});

test('a wrong address is not found, and neither is that of somebody who is no longer a student', async () => {
  const student = await openScheduledStudent(portal);
  const { subscribeUrl } = (await student.get('/api/calendar')).body;
  const token = subscribeUrl.match(/feeds\/(.+)\.ics$/)?.[1] ?? '';
  const wrong = [
    subscribeUrl.replace(token, token.split('').toReversed().join('')),
    subscribeUrl.replace(token, 'x'),
    subscribeUrl.replace('.ics', ''),
  ];
  for (const address of wrong) {
    const answer = await ask(address);
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
  }
  await portal.database.update(people).set({ role: 'alumni' }).where(eq(people.id, student.id));
  expect((await ask(subscribeUrl)).status).toBe(404);
});

test('an address that was made with another key works no more, and a new one is given out', async () => {
  const student = await openStudent(portal);
  const { subscribeUrl: old } = (await student.get('/api/calendar')).body;
  await portal.database.execute(
    `update calendar_feeds set nonce = '\\x00' where person_id = ${student.id}`,
  );
  expect((await ask(old)).status).toBe(404);
  const { subscribeUrl } = (await student.get('/api/calendar')).body;
  expect((await ask(subscribeUrl)).status).toBe(200);
});

test('no log and no calendar has a secret: neither the address nor a link into a meeting', async () => {
  const student = await openScheduledStudent(portal);
  const { subscribeUrl } = (await student.get('/api/calendar')).body;
  const zoomJoinUrl = 'https://zoom.test/j/1?tk=secret';
  await portal.database.update(classes).set({ zoomJoinUrl });
  expect(await (await ask(subscribeUrl)).text()).not.toContain('zoom');
  const lines = portal.logged.join('');
  expect(lines).toContain('/api/calendar/feeds/:token');
  expect(lines).not.toContain(subscribeUrl.split('/').at(-1)?.slice(0, 20));
});
