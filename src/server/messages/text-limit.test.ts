import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { countText } from './text-limit.ts';

const phone = '+12025552001';
const usedUp = {
  status: 429,
  body: {
    message:
      'We’ve reached today’s limit for text messages. Please use email instead, or try again tomorrow.',
  },
};
let portal: Portal;
let world: ReturnType<typeof remindersOf>;
let student: Awaited<ReturnType<typeof world.openTextedStudent>>;

/** The tests share one day and its limit of five texts. */
beforeAll(async () => {
  portal = await openPortal({ environment: { TEXTS_PER_DAY: '5' } });
  world = remindersOf(portal);
  await meetingsOf(portal).forgetDemoClasses();
  portal.clock.moveTo(testNow);
  student = await world.openTextedStudent({ phone });
});
afterAll(() => portal[Symbol.asyncDispose]());

const ask = (email: string) => openClient(portal).post('/api/auth/login', { email });
const near = () => problemsOf(portal).of('text-limit');
const held = () => problemsOf(portal).of('holds');

async function sendTexts(times: number) {
  for (let text = 0; text < times; text += 1) await signInOf(portal).requestLink(phone);
}

test('at 80% of the limit, Problems warns once', async () => {
  await sendTexts(3);
  expect(await near()).toEqual([]);
  await sendTexts(1);
  expect(await near()).toMatchObject([{ what: '4 of 5 texts sent today' }]);
  expect(await held()).toEqual([]);
});

test('at the limit, people who want a text are asked to use email, whether or not we know the number', async () => {
  await sendTexts(1);
  const answers = [await ask(phone), await ask('+12025557777')];
  expect(answers).toMatchObject([usedUp, usedUp]);
  expect((await ask(student.email)).status).toBe(200);
  const admin = await problemsOf(portal).call();
  const byStaff = (by: string) =>
    admin.post(`/api/admin/people/${student.id}/send-login-link`, { by });
  expect(await byStaff('text')).toMatchObject(usedUp);
  expect((await byStaff('email')).status).toBe(200);
  await student.post('/api/account/phone', { phone: '(202) 555-2002' });
  expect(await student.post('/api/account/phone/code')).toMatchObject(usedUp);
});

test('other texts over the limit wait, as one problem, and go out the next day', async () => {
  await student.post('/api/account/phone', { phone: '(202) 555-2003' });
  expect(await world.heldTexts()).toEqual(['twilio limit']);
  expect(await held()).toMatchObject([
    {
      what: 'Texts over the daily limit',
      reason: 'The portal has sent 5 texts today, the most that TEXTS_PER_DAY allows',
      until: expect.stringMatching('^2026-11-17T00:00:00'),
    },
  ]);
  expect(await near()).toEqual([]);
  expect(await world.textsTo('+12025552003')).toEqual([]);
  await world.reply(phone, 'HELP');
  expect((await world.textsTo(phone)).at(-1)).toContain('Reply STOP');

  portal.clock.moveTo(new Date('2026-11-17T00:00:01Z'));
  await world.retryHeldTexts();
  expect(await world.textsTo('+12025552003')).toHaveLength(1);
  expect(await held()).toEqual([]);
  expect((await ask('+12025557777')).status).toBe(200);
});

test('of texts that go out together, only as many count as the limit allows', async () => {
  portal.clock.moveTo(new Date('2026-11-18T00:00:01Z'));
  await countText(portal, {});
  const counted = await Promise.allSettled(Array.from({ length: 6 }, () => countText(portal, {})));
  expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});
