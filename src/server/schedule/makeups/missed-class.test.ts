import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, tokenIn } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf, toldAt } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, resetAccount } from '../../../../tests/support/students.ts';
import {
  attendance,
  classes,
  loginTokens,
  meetingRegistrants,
  people,
  registrations,
  sentMessages,
} from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;
/** On Tuesday at 4 PM, and on Wednesday at 6 PM. */
let usual: number;
let other: number;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  other = await addClassOn(portal, '2026-12-02', '6PM');
  usual = await addClassOn(portal, '2026-12-08', '4PM');
});

type Registered = Awaited<ReturnType<typeof world.openRegistered>>;

/** Everything that came to somebody by mail and text. */
const messagesTo = async ({ email, phone }: Registered) => [
  ...(await world.mailsTo(email)).map(({ subject }) => subject),
  ...(await world.textsTo(phone)),
];

/** Is neither told when it is due nor later. */
async function expectUntold(student: Registered, outcome: string) {
  await world.passTo(toldAt);
  expect(await messagesTo(student)).toEqual([]);
  await world.passTo('2026-11-28T10:00:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  expect(await world.outcomeOf(student.registrationId)).toBe(outcome);
}

test('whoever missed a class is told three hours after its start, once, by mail and by text', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.passTo('2026-11-24T18:59:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  await world.passTo(toldAt);
  await world.passTo('2026-11-25T12:00:00-08:00');
  const [mail, ...others] = await world.mailsTo(student.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('We missed you in Class 5');
  expect(mail?.text).toContain('We missed you in Class 5 on Tuesday, November 24 at 4:00 PM PT.');
  expect(mail?.text).toContain('Tuesday, December 8, 2026: 4:00 PM PT');
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(
      /^Quiet Mornings: We missed you in Class 5\. To make it up, reply 1 or 2\.\n1: Wed Dec 2, 6:00 PM PT\n2: Tue Dec 8, 4:00 PM PT\nOther times: \S+\/s\/[\w-]{22} Reply STOP to end\.$/,
    ),
  ]);
  const { proposal, slots } = await world.proposedTo(student.id);
  expect(slots.map(({ number, classId }) => [number, classId])).toEqual([
    [1, other],
    [2, usual],
  ]);
  expect(proposal?.validUntil.getTime()).toBeGreaterThan(Date.parse('2026-12-01T19:00:00-08:00'));
  const sent = await portal.database
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.personId, student.id));
  expect(sent.map(({ channel }) => channel).toSorted()).toEqual(['email', 'text']);
});

test('each link of the message signs in once and leads to the makeup of that class, for a week', async () => {
  const student = await world.openTold();
  const [mail] = await world.mailsTo(student.email);
  const browser = openClient(portal);
  const token = mail ? tokenIn(mail) : '';
  expect((await browser.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
  const { body } = await browser.post('/api/auth/verify', { token, confirmed: true });
  expect(body).toMatchObject({ redirectTo: '/schedule?makeup=5', user: { id: student.id } });
  expect((await openClient(portal).post('/api/auth/verify', { token })).status).toBe(400);
  const links = await portal.database
    .select()
    .from(loginTokens)
    .where(eq(loginTokens.personId, student.id));
  expect(links).toHaveLength(2);
  for (const { expiresAt } of links) {
    expect(pastTold(expiresAt)).toBeGreaterThan(6.9);
    expect(pastTold(expiresAt)).toBeLessThan(7.1);
  }
});

const pastTold = (instant: Date) => (instant.getTime() - Date.parse(toldAt)) / 86_400_000;

test('nobody who does not want texts, or has no number, gets one: a mail alone tells them', async () => {
  const silent = await world.openRegistered();
  await world.setConsent(silent.id, false);
  const student = await world.openTold();
  expect(await world.textsTo(student.phone)).toHaveLength(1);
  expect(await world.textsTo(silent.phone)).toEqual([]);
  expect(await world.mailsTo(silent.email)).toHaveLength(1);
});

test('a class without any free time after it is told of without times', async () => {
  await portal.database.update(classes).set({ deletedAt: portal.clock.now() });
  const student = await world.openTold();
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(/in Class 5\. Pick a new time: \S+ Reply STOP to end\.$/),
  ]);
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.text).not.toContain('These times');
});

test('an evening class is told of in the morning', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.passTo('2026-11-24T22:00:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  await world.passTo('2026-11-25T07:00:00-08:00');
  expect(await messagesTo(student)).toHaveLength(2);
});

test.each(['Joined', 'Present', 'Excused'] as const)(
  'whoever is noted as %s is told nothing',
  async (status) => {
    const student = await world.openRegistered();
    await world.hold(student.classId);
    await portal.database.insert(attendance).values({
      personId: student.id,
      classId: student.classId,
      status,
      source: 'hand',
      recordedAt: portal.clock.now(),
    });
    await expectUntold(student, 'not missed');
  },
);

test('nobody is told while the report is refused, and everybody once it was read', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  const setProblem = (attendanceProblem: string | null) =>
    portal.database
      .update(classes)
      .set({ attendanceProblem })
      .where(eq(classes.id, student.classId));
  await setProblem('Zoom does not give out who came.');
  await world.passTo(toldAt);
  await world.passTo('2026-11-25T12:00:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  await setProblem(null);
  await world.passTo('2026-11-25T13:30:00-08:00');
  expect(await messagesTo(student)).toHaveLength(2);
});

test('nobody is told of a class whose report stays refused for three days', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  const attendanceProblem = 'Zoom does not give out who came.';
  await portal.database.update(classes).set({ attendanceProblem });
  await expectUntold(student, 'too late');
});

test('whoever had no link of their own is told nothing: nobody could have seen them', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await portal.database.update(meetingRegistrants).set({ zoomRegistrantId: null });
  await expectUntold(student, 'had no link of their own');
});

test('whoever chose a makeup before the message was due is told nothing', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.passTo('2026-11-24T17:30:00-08:00');
  expect((await student.makeUp(student.registrationId, usual)).status).toBe(200);
  await world.passTo(toldAt);
  const subjects = (await world.mailsTo(student.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your new time for Class 5']);
  expect(await world.textsTo(student.phone)).toEqual([]);
});

test('whoever was reset is told nothing of the class they had', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await resetAccount(portal, student);
  await world.passTo(toldAt);
  expect(await world.textsTo(student.phone)).toEqual([]);
  const subjects = (await world.mailsTo(student.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Please pick new class times');
  expect(subjects).not.toContain('We missed you in Class 5');
});

test('whoever has lost access, or is a student no more, is told nothing', async () => {
  const gone = await world.openRegistered();
  const grown = await world.openRegistered();
  await world.hold(gone.classId);
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, gone.id));
  await portal.database.update(people).set({ role: 'alumni' }).where(eq(people.id, grown.id));
  await expectUntold(gone, 'deactivated');
  expect(await world.outcomeOf(grown.registrationId)).toBe('no student any more');
  expect(await messagesTo(grown)).toEqual([]);
});

test('a registration that was canceled is told of no more', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await portal.database
    .update(registrations)
    .set({ endedAt: portal.clock.now(), endReason: 'a test' })
    .where(eq(registrations.id, student.registrationId));
  await expectUntold(student, 'moved or canceled');
});
