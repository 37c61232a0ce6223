import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { numbersOf } from '../../../tests/support/phone-numbers.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { auditLog, consentEvents, people, sessions } from '../database/schema.ts';

let portal: Portal;
let numbers: ReturnType<typeof numbersOf>;
let signIn: ReturnType<typeof signInOf>;
openDailyPortal({}, (opened) => {
  portal = opened;
  numbers = numbersOf(portal);
  signIn = signInOf(portal);
});

test('a new number is formatted, gets texts, and can’t sign in', async () => {
  const { student, phone } = await numbers.openStudent();
  const [a, b, c] = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)];
  const answer = await numbers.type(student, `${a}.${b}.${c}`);
  const shown = { phone, phoneShown: `(${a}) ${b}-${c}`, isPhoneConfirmed: false };
  expect(answer).toMatchObject({ status: 200, body: shown });
  expect((await student.get('/api/user')).body).toMatchObject(shown);
  await student.post('/api/update-text-consent', { consent: true, clicked: true });
  expect(await numbers.textsTo(phone)).toEqual([expect.stringContaining('signed up for TM class')]);
  expect(await numbers.askBy(phone)).toEqual([]);
});

test('a number in a country without texts is rejected with a friendly message', async () => {
  const student = await openStudent(portal);
  expect(await numbers.type(student, '+53 5 1234567')).toMatchObject({
    status: 400,
    body: {
      field: 'phone',
      message:
        'We can only text numbers in the United States and Canada. Please enter one of those.',
    },
  });
  expect((await numbers.type(student, '+1 416 555 0123')).status).toBe(200);
});

test('confirming a number lets it sign in, and an email says so', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  const text = (await numbers.textsTo(phone)).at(-1) ?? '';
  expect(text).toContain(`${code} is your code for the course portal. It expires in 10 minutes.`);
  expect(text.split('\n').at(-1)).toBe(`@localhost #${code}`);
  const answer = await numbers.confirm(student, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(answer).toMatchObject({ status: 200, body: { phone, isPhoneConfirmed: true } });
  const client = await signIn.requestLink(phone);
  expect((await client.client.post('/api/auth/verify', { token: client.token })).status).toBe(200);
  expect((await client.client.get('/api/user')).body.id).toBe(student.id);
  const mails = async () => (await signIn.messagesTo(student.email)).map(({ text }) => text);
  const thanks = expect.stringContaining('Thank you for confirming your phone number.');
  await expect.poll(mails).toEqual([thanks]);
  const audited = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${student.id}`))
    .orderBy(auditLog.id);
  expect(audited.slice(0, 2)).toMatchObject([
    {
      action: 'number: typed in',
      actorId: student.id,
      before: { phone: null, signsInByPhone: false },
      after: { phone, signsInByPhone: false },
    },
    { action: 'number: confirmed', after: { signsInByPhone: true } },
  ]);
});

test('entering someone else’s number reveals nothing; only confirming it does', async () => {
  const phone = numbers.newPhone();
  const [owner, student] = [await openStudent(portal, { phone }), await openStudent(portal)];
  expect(await numbers.type(student, phone)).toMatchObject({
    status: 200,
    body: { phone, isPhoneConfirmed: false },
  });
  const code = await numbers.codeFor(student, phone);
  expect(await numbers.confirm(student, code)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Someone else already signs in with this number') },
  });
  expect(await numbers.rowOf(student.id)).toMatchObject({ phone: null, unconfirmedPhone: phone });
  const { client, token } = await signIn.requestLink(phone);
  await client.post('/api/auth/verify', { token });
  expect((await client.get('/api/user')).body.id).toBe(owner.id);
});

test('if two people have the same number, the first to confirm it can sign in with it', async () => {
  const phone = numbers.newPhone();
  const [first, second] = [await openStudent(portal), await openStudent(portal)];
  for (const one of [first, second]) await numbers.type(one, phone);
  const codes = [await numbers.codeFor(first, phone), await numbers.codeFor(second, phone)];
  const answers = await Promise.all([
    numbers.confirm(first, codes[0] ?? ''),
    numbers.confirm(second, codes[1] ?? ''),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('going back to the previous number needs no new code', async () => {
  const phone = numbers.newPhone();
  const student = await openStudent(portal, { phone });
  await numbers.type(student, numbers.newPhone());
  await numbers.type(student, numbers.newPhone());
  expect((await numbers.type(student, phone)).body).toMatchObject({
    phone,
    isPhoneConfirmed: true,
  });
  expect(await numbers.askBy(phone)).toHaveLength(1);
});

const days = (count: number) => new Date(portal.clock.now().getTime() + count * 86_400_000);

test.each<[string, (student: Student, phone: string) => Promise<unknown>]>([
  [
    'someone else has entered it',
    async (_, phone) => numbers.type(await openStudent(portal), phone),
  ],
  [
    'staff have changed the number',
    async ({ id }) =>
      portal.database
        .update(people)
        .set({ phone: numbers.newPhone(), unconfirmedPhone: null })
        .where(eq(people.id, id)),
  ],
  ['two weeks have passed', async () => portal.clock.moveTo(days(15))],
  [
    'they have confirmed another number',
    async (student) => {
      const other = numbers.newPhone();
      await numbers.type(student, other);
      await numbers.confirm(student, await numbers.codeFor(student, other));
    },
  ],
])('a previous number has to be confirmed again if %s', async (_, happen) => {
  const phone = numbers.newPhone();
  const student = await openStudent(portal, { phone });
  await numbers.type(student, numbers.newPhone());
  await happen(student, phone);
  const startedAt = portal.clock.now();
  await portal.database
    .update(sessions)
    .set({ startedAt })
    .where(eq(sessions.personId, student.id));
  expect((await numbers.type(student, phone)).body).toMatchObject({ isPhoneConfirmed: false });
});

test('a new number ends sign-in with the old one, its links and other sessions', async () => {
  const old = numbers.newPhone();
  const student = await openStudent(portal, { phone: old });
  const { client: other, token } = await signIn.requestLink(old);
  await other.post('/api/auth/verify', { token });
  const unused = await signIn.requestLink(old);
  expect((await numbers.type(student, numbers.newPhone())).status).toBe(200);
  expect((await unused.client.post('/api/auth/verify', { token: unused.token })).status).toBe(400);
  expect((await other.get('/api/user')).status).toBe(401);
  expect((await student.get('/api/user')).status).toBe(200);
  expect(await numbers.askBy(old)).toEqual([]);
});

test('correcting an unconfirmed number signs no one out', async () => {
  const student = await openStudent(portal);
  await numbers.type(student, numbers.newPhone());
  const other = await signIn.signIn(student.email);
  await numbers.type(student, numbers.newPhone());
  expect((await other.get('/api/user')).status).toBe(200);
});

test('saving the same number again changes nothing', async () => {
  const phone = numbers.newPhone();
  const student = await openStudent(portal, { phone });
  expect((await numbers.type(student, phone)).body).toMatchObject({
    phone,
    isPhoneConfirmed: true,
  });
  expect(await portal.database.$count(auditLog, eq(auditLog.actorId, student.id))).toBe(0);
});

test('consent carries over to a new number, which gets a confirmation', async () => {
  const [old, phone] = [numbers.newPhone(), numbers.newPhone()];
  const student = await openStudent(portal, { phone: old });
  await student.post('/api/update-text-consent', { consent: true, clicked: true });
  const { body } = await numbers.type(student, phone);
  const events = await portal.database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, student.id))
    .orderBy(consentEvents.id);
  expect(events).toMatchObject([{ consent: true }, { consent: true, source: 'page' }]);
  expect(events[1]?.shown).toContain(`We will text ${body.phoneShown}.`);
  expect(await numbers.textsTo(phone)).toEqual([expect.stringContaining('signed up for TM class')]);
});

test('invalid numbers and codes are refused', async () => {
  const student = await openStudent(portal);
  for (const typed of ['', 'home', '12', '+881 6 1234 5678', '976 555 0123', '500 555 0123']) {
    const answer = await numbers.type(student, typed);
    expect(answer.status).toBe(400);
    expect(answer.body.field).toBe('phone');
  }
  expect((await numbers.sendCode(student)).body.message).toBe(
    'Please enter the phone number we should text.',
  );
  expect((await numbers.confirm(student, '12345')).status).toBe(400);
  expect((await numbers.confirm(student, '123456')).body.message).toContain('has expired');
});

test('a number can be changed ten times a day', async () => {
  const student = await openStudent(portal);
  await alreadyDid(portal, 'phone numbers', 9, student.id);
  expect((await numbers.type(student, numbers.newPhone())).status).toBe(200);
  expect((await numbers.type(student, numbers.newPhone())).status).toBe(429);
});
