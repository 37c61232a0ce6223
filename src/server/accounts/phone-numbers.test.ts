import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { numbersOf } from '../../../tests/support/phone-numbers.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { auditLog, consentEvents, people } from '../database/schema.ts';

let portal: Portal;
let numbers: ReturnType<typeof numbersOf>;
let signIn: ReturnType<typeof signInOf>;
beforeAll(async () => {
  portal = await openPortal();
  numbers = numbersOf(portal);
  signIn = signInOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
// Each story on a day of its own, so that no one uses up another's attempts.
let day = 0;
beforeEach(() => {
  day += 1;
  portal.clock.moveTo(new Date(testNow.getTime() + day * 24 * 60 * 60 * 1000));
});

test('a number that is typed in is shown as people write it, gets texts, and signs nobody in', async () => {
  const { student, phone } = await numbers.openStudent();
  const [a, b, c] = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)];
  const answer = await numbers.type(student, `${a}.${b}.${c}`);
  const shown = { phone, phoneShown: `(${a}) ${b}-${c}`, isPhoneConfirmed: false };
  expect(answer).toMatchObject({ status: 200, body: shown });
  expect((await student.get('/api/user')).body).toMatchObject(shown);
  await student.post('/api/update-text-consent', { consent: true, clicked: true });
  expect(await numbers.textsTo(phone)).toEqual([expect.stringContaining('you will get TM class')]);
  expect(await numbers.askBy(phone)).toEqual([]);
});

test('a number in a country that gets no texts is refused in a kind sentence', async () => {
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

test('the code that was sent to a number makes it sign in, and a mail says so', async () => {
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  const code = await numbers.codeFor(student, phone);
  const text = (await numbers.textsTo(phone)).at(-1) ?? '';
  expect(text).toContain(`${code} confirms your number on the course portal, within 15 minutes.`);
  expect(text.split('\n').at(-1)).toBe(`@localhost #${code}`);
  const answer = await numbers.confirm(student, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(answer).toMatchObject({ status: 200, body: { phone, isPhoneConfirmed: true } });
  const client = await signIn.askedLink(phone);
  expect((await client.client.post('/api/auth/verify', { token: client.token })).status).toBe(200);
  expect((await client.client.get('/api/user')).body.id).toBe(student.id);
  const mails = async () => (await signIn.messagesTo(student.email)).map(({ subject }) => subject);
  await expect.poll(mails).toContain('You can sign in with your phone number now');
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

test('a number of somebody else is taken as any other, and told only to whoever holds the phone', async () => {
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
  const { client, token } = await signIn.askedLink(phone);
  await client.post('/api/auth/verify', { token });
  expect((await client.get('/api/user')).body.id).toBe(owner.id);
});

test('of two who typed the same number in, the one who confirms it first signs in with it', async () => {
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

test('back to the number that signed them in before, they need no new code', async () => {
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
    'somebody else has typed it in',
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
    'they have confirmed another',
    async (student) => {
      const other = numbers.newPhone();
      await numbers.type(student, other);
      await numbers.confirm(student, await numbers.codeFor(student, other));
    },
  ],
])('a number from before has to be confirmed again when %s', async (_, happen) => {
  const phone = numbers.newPhone();
  const student = await openStudent(portal, { phone });
  await numbers.type(student, numbers.newPhone());
  await happen(student, phone);
  expect((await numbers.type(student, phone)).body).toMatchObject({ isPhoneConfirmed: false });
});

test('with a corrected number the one before signs in no longer, and its links and other sessions end', async () => {
  const old = numbers.newPhone();
  const student = await openStudent(portal, { phone: old });
  const { client: other, token } = await signIn.askedLink(old);
  await other.post('/api/auth/verify', { token });
  const unused = await signIn.askedLink(old);
  expect((await numbers.type(student, numbers.newPhone())).status).toBe(200);
  expect((await unused.client.post('/api/auth/verify', { token: unused.token })).status).toBe(400);
  expect((await other.get('/api/user')).status).toBe(401);
  expect((await student.get('/api/user')).status).toBe(200);
  expect(await numbers.askBy(old)).toEqual([]);
});

test('a number that is not confirmed can be corrected without anybody being signed out', async () => {
  const student = await openStudent(portal);
  await numbers.type(student, numbers.newPhone());
  const other = await signIn.signIn(student.email);
  await numbers.type(student, numbers.newPhone());
  expect((await other.get('/api/user')).status).toBe(200);
});

test('the same number again changes nothing, confirmed or not', async () => {
  const phone = numbers.newPhone();
  const student = await openStudent(portal, { phone });
  expect((await numbers.type(student, phone)).body).toMatchObject({
    phone,
    isPhoneConfirmed: true,
  });
  expect(await portal.database.$count(auditLog, eq(auditLog.actorId, student.id))).toBe(0);
});

test('a yes goes on with a corrected number: it is recorded with that number, which is told of it', async () => {
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
  expect(await numbers.textsTo(phone)).toEqual([expect.stringContaining('you will get TM class')]);
});

test('what is no number is refused, and so is a code that has not six digits', async () => {
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

test('numbers can be changed ten times a day', async () => {
  const student = await openStudent(portal);
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await numbers.type(student, numbers.newPhone())).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});
