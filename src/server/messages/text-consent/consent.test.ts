import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { rounds } from '../../../../tests/support/rounds.ts';
import { openStudent } from '../../../../tests/support/students.ts';
import { textConsentShownTo } from '../../../course/text-consent.ts';
import { consentEvents } from '../../database/schema.ts';
import { showPhone } from '../../platform/phone.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

let serial = 0;
async function open({ role = 'student' }: { role?: 'student' | 'alumni' } = {}) {
  serial += 1;
  const phone = `+1202555${2300 + serial}`;
  return { ...(await openStudent(portal, { role, phone })), phone };
}

const eventsOf = (personId: number) =>
  portal.database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, personId))
    .orderBy(consentEvents.id);

test('a choice is saved with the text that was shown', async () => {
  for (const role of ['student', 'alumni'] as const) {
    const [person, other] = [await open({ role }), await open()];
    const choice = { consent: true, clicked: true };
    const answer = await person.post('/api/update-text-consent', choice);
    expect(answer.body).toEqual({ textConsent: true, textContinueClicked: true });
    expect((await person.get('/api/user')).body).toMatchObject(answer.body);
    expect((await other.get('/api/user')).body).toMatchObject({
      textConsent: false,
      textContinueClicked: false,
    });
    expect(await eventsOf(person.id)).toMatchObject([
      {
        consent: true,
        shown: textConsentShownTo(role, portal.settings.site, showPhone(person.phone)),
        source: 'page',
        ip: '127.0.0.1',
      },
    ]);
  }
});

test('saying no is a choice too, and undoes an earlier yes', async () => {
  const student = await open();
  await student.post('/api/update-text-consent', { consent: true, clicked: true });
  await student.post('/api/update-text-consent', { consent: false, clicked: true });
  expect((await student.get('/api/user')).body).toMatchObject({
    textConsent: false,
    textContinueClicked: true,
  });
  expect(await eventsOf(student.id)).toHaveLength(2);
});

test('the last recorded of several concurrent choices counts', async () => {
  const student = await open();
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      [true, false, true, false].map((consent) =>
        student.post('/api/update-text-consent', { consent, clicked: true }),
      ),
    );
    const last = (await eventsOf(student.id)).at(-1);
    expect((await student.get('/api/user')).body.textConsent).toBe(last?.consent);
  }
});

test('a choice needs a yes or a no and the click', async () => {
  const student = await open();
  for (const body of [{}, { consent: true }, { consent: 'yes', clicked: true }, { clicked: true }])
    expect((await student.post('/api/update-text-consent', body)).status).toBe(400);
  expect(await eventsOf(student.id)).toEqual([]);
});

test('a retried choice is recorded once', async () => {
  const [student, other] = [await open(), await open()];
  const send = (person: typeof student, consent: boolean, key: string) =>
    person.post('/api/update-text-consent', { consent, clicked: true }, { 'idempotency-key': key });
  const answers = await Promise.all([1, 2, 3].map(() => send(student, true, 'first-choice')));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual({ textConsent: true, textContinueClicked: true });
  }
  expect(await eventsOf(student.id)).toHaveLength(1);
  await send(student, false, 'second-choice');
  expect((await send(student, true, 'first-choice')).body.textConsent).toBe(false);
  expect(await eventsOf(student.id)).toHaveLength(2);
  await send(other, true, 'first-choice');
  expect(await eventsOf(other.id)).toHaveLength(1);
  expect((await send(student, true, 'short')).status).toBe(400);
});

test('the same key with the opposite choice is refused, and the first choice stays', async () => {
  const student = await open();
  const send = (consent: boolean) =>
    student.post(
      '/api/update-text-consent',
      { consent, clicked: true },
      { 'idempotency-key': 'one-and-only' },
    );
  await send(true);
  expect((await send(false)).status).toBe(409);
  expect((await student.get('/api/user')).body.textConsent).toBe(true);
  expect(await eventsOf(student.id)).toHaveLength(1);
});
