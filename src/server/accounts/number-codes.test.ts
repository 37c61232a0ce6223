import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wrongCode } from '../../../tests/support/codes.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import { numbersOf } from '../../../tests/support/phone-numbers.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { untilBlocking } from '../../../tests/support/row-locks.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { people, phoneCodes, sentMessages } from '../database/schema.ts';

let portal: Portal;
let numbers: ReturnType<typeof numbersOf>;
let signIn: ReturnType<typeof signInOf>;
openDailyPortal({}, (opened) => {
  portal = opened;
  numbers = numbersOf(portal);
  signIn = signInOf(portal);
});

test('a number code works once, and typing it again changes nothing', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  const answers = await Promise.all([
    numbers.confirm(student, code),
    numbers.confirm(student, code),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await numbers.confirm(student, code)).body).toMatchObject({
    phone,
    isPhoneConfirmed: true,
  });
  expect(await portal.database.$count(phoneCodes, eq(phoneCodes.personId, student.id))).toBe(0);
  await signIn.finishJobs();
  const mails = await signIn.messagesTo(student.email);
  expect(mails).toHaveLength(1);
});

test('a number entered while the previous one is being confirmed stays unconfirmed', async () => {
  const [student, phone, next] = [
    await openStudent(portal),
    numbers.newPhone(),
    numbers.newPhone(),
  ];
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  const confirmed = await portal.database.transaction(async (transaction) => {
    await transaction
      .update(people)
      .set({ unconfirmedPhone: next })
      .where(eq(people.id, student.id));
    const answer = numbers.confirm(student, code);
    await untilBlocking(transaction);
    return { answer };
  });
  expect((await confirmed.answer).body.message).toContain('it was for another number');
  expect(await numbers.rowOf(student.id)).toMatchObject({ phone: null, unconfirmedPhone: next });
});

test('after five wrong codes the right one fails, and a new one works', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await numbers.confirm(student, wrongCode(code)));
  expect(answers.map(({ body }) => body.message)).toEqual([
    ...[4, 3, 2].map((n) => expect.stringContaining(`You have ${n} tries left.`)),
    expect.stringContaining('You have 1 try left.'),
    'There were too many failed attempts, so this code no longer works. Please ask for a new one.',
  ]);
  expect((await numbers.confirm(student, code)).body.message).toContain('too many failed attempts');
  expect((await numbers.rowOf(student.id))?.phone).toBeNull();
  const second = await numbers.codeFor(student, phone);
  expect((await numbers.confirm(student, second)).status).toBe(200);
});

test('many guesses at once get no more than five tries', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => numbers.confirm(student, wrongCode(code))),
  );
  const sentences = answers.map(({ body }) => body.message as string);
  expect(sentences.filter((one) => one.includes('left.'))).toHaveLength(4);
});

test('a number code expires after 15 minutes', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  portal.clock.moveOn(15 * 60_000);
  expect(await numbers.confirm(student, code)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('has expired'), field: 'code' },
  });
});

test('a code doesn’t confirm a number entered after it was sent', async () => {
  const [student, first, second] = [
    await openStudent(portal),
    numbers.newPhone(),
    numbers.newPhone(),
  ];
  await numbers.type(student, first);
  const code = await numbers.codeFor(student, first);
  await numbers.type(student, second);
  expect((await numbers.confirm(student, code)).status).toBe(400);
  const newer = await numbers.codeFor(student, second);
  expect((await numbers.confirm(student, newer)).body).toMatchObject({ phone: second });
  expect(await numbers.rowOf(student.id)).toMatchObject({ phone: second, unconfirmedPhone: null });
});

test('no one can confirm with someone else’s code', async () => {
  const [student, other] = [await openStudent(portal), await openStudent(portal)];
  const [phone, another] = [numbers.newPhone(), numbers.newPhone()];
  await numbers.type(student, phone);
  await numbers.type(other, another);
  const code = await numbers.codeFor(student, phone);
  await numbers.codeFor(other, another);
  expect((await numbers.confirm(other, code)).status).toBe(400);
  expect((await numbers.confirm(await openStudent(portal), code)).status).toBe(400);
});

test('requesting twice within a minute sends one code', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  await Promise.all([numbers.sendCode(student), numbers.sendCode(student)]);
  await numbers.sendCode(student);
  expect(await numbers.textsTo(phone)).toHaveLength(1);
  portal.clock.moveOn(61_000);
  await numbers.sendCode(student);
  expect(await numbers.textsTo(phone)).toHaveLength(2);
});

test('codes are limited per person and per phone', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const answers = [];
  for (let n = 0; n < 6; n += 1) {
    answers.push((await numbers.sendCode(student)).status);
    portal.clock.moveOn(61_000);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  const others = await Promise.all([openStudent(portal), openStudent(portal)]);
  const statuses = [];
  for (const other of others) {
    await numbers.type(other, phone);
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await numbers.sendCode(other)).status);
      portal.clock.moveOn(61_000);
    }
  }
  expect(statuses).toContain(429);
});

test('someone who opted out of login texts gets no code, and staff see why', async () => {
  const { student, phone } = await numbers.openStudent();
  await fetch(`${portal.sandbox.url}/twilio/phones/${encodeURIComponent(phone)}/opt-outs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sender: portal.sandbox.keys.twilio.loginSender }),
  });
  await numbers.type(student, phone);
  await numbers.sendCode(student);
  expect(await numbers.textsTo(phone)).toEqual([]);
  const [message] = await portal.database
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.personId, student.id));
  expect(message).toMatchObject({ kind: 'number-code', status: 'failed' });
});
