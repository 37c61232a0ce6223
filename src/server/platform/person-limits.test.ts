import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { auditLog, consentEvents } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

const minute = 60_000;
const tooOften = 'You’ve done this too many times in a row. Please wait a bit and try again.';

async function openMover(hour: '4PM' | '5PM' = '4PM') {
  const student = await openStudent(portal);
  const days = [
    await addClassOn(portal, '2026-11-24', hour),
    await addClassOn(portal, '2026-11-25', hour),
  ];
  const { body } = await student.choose(days[0] ?? 0);
  let moves = 0;
  const move = async () => {
    const answer = await student.reschedule(body.id, days[(moves + 1) % 2] ?? 0);
    if (answer.status === 200) moves += 1;
    return answer;
  };
  return { student, registrationId: body.id as number, move };
}

async function countUntilRefused(attempt: () => Promise<{ status: number }>, most = 130) {
  for (let done = 0; done < most; done += 1) {
    const { status } = await attempt();
    if (status !== 200) return done;
  }
  return most;
}

test('a student can change class times 30 times in 15 minutes, then has to wait', async () => {
  const { student, registrationId, move } = await openMover();
  await alreadyDid(portal, 'class times', 26, student.id);
  expect(await countUntilRefused(move)).toBe(3);
  const recorded = await portal.database.$count(auditLog);
  expect(await move()).toMatchObject({ status: 429, body: { message: tooOften } });
  expect(await portal.database.$count(auditLog)).toBe(recorded);
  expect((await student.get('/api/schedule')).body[0].id).toBe(registrationId);
  const consent = { consent: false, clicked: true };
  expect((await student.post('/api/update-text-consent', consent)).status).toBe(200);
  expect((await (await openMover('5PM')).move()).status).toBe(200);
  portal.clock.moveOn(15 * minute);
  expect((await move()).status).toBe(200);
});

test('a student can change class times 100 times a day', async () => {
  const { student, move } = await openMover();
  for (const times of [29, 30, 30, 8]) {
    await alreadyDid(portal, 'class times', times, student.id);
    portal.clock.moveOn(15 * minute);
  }
  expect(await countUntilRefused(move)).toBe(2);
  portal.clock.moveOn(15 * minute);
  expect(await move()).toMatchObject({ status: 429, body: { message: tooOften } });
  portal.clock.moveOn(24 * 60 * minute);
  expect((await move()).status).toBe(200);
});

test('a move refused for another reason, and a move to the current time, do not count', async () => {
  const { student, registrationId, move } = await openMover();
  const monthly = await addClassOn(portal, '2026-12-08', '4PM', 'Monthly');
  const same = (await student.get('/api/schedule')).body[0].classId;
  await alreadyDid(portal, 'class times', 28, student.id);
  for (let time = 0; time < 3; time += 1) {
    expect((await student.reschedule(registrationId, monthly)).status).toBe(409);
    expect((await student.reschedule(registrationId, same)).status).toBe(200);
  }
  expect((await move()).status).toBe(200);
});

test('a person can change their text consent 20 times a day, and further changes are not recorded', async () => {
  const student = await openStudent(portal, { phone: '+12025552250' });
  const before = await portal.database.$count(consentEvents);
  const change = () => student.post('/api/update-text-consent', { consent: true, clicked: true });
  await alreadyDid(portal, 'text consent', 18, student.id);
  expect(await countUntilRefused(change)).toBe(2);
  expect((await change()).body.message).toBe(
    'You’ve done this too many times today. Please try again tomorrow.',
  );
  expect(await portal.database.$count(consentEvents)).toBe(before + 2);
});

test('a calendar address can be renewed 10 times a day', async () => {
  const student = await openStudent(portal);
  await alreadyDid(portal, 'calendar address', 8, student.id);
  expect(await countUntilRefused(() => student.post('/api/calendar/renew'))).toBe(2);
  expect((await student.post('/api/calendar/renew')).status).toBe(429);
  expect((await student.get('/api/calendar')).status).toBe(200);
});

test('an alum can join 60 times an hour', async () => {
  const [, session = ''] = (await portal.cookieOf('alumni@demo.test')).split('=');
  const alumnus = openClient(portal, { session });
  const id = await addClassOn(portal, '2026-11-24');
  await alreadyDid(portal, 'joins', 58, (await alumnus.get('/api/user')).body.id);
  expect(await countUntilRefused(() => alumnus.post(`/api/alumni/classes/${id}/join`))).toBe(2);
  const refused = await alumnus.post(`/api/alumni/classes/${id}/join`);
  expect(refused.body.message).toContain('You’ve done this too many times in a row.');
});
