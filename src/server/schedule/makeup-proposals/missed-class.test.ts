import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, tokenIn } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf, notifiedAt } from '../../../../tests/support/missed-classes.ts';
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
/** On Tuesday at 4 PM and on Wednesday at 6 PM. */
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

const messagesTo = async ({ email, phone }: Registered) => [
  ...(await world.mailsTo(email)).map(({ subject }) => subject),
  ...(await world.textsTo(phone)),
];

async function expectNoMessage(student: Registered, outcome: string) {
  await world.passTo(notifiedAt);
  expect(await messagesTo(student)).toEqual([]);
  await world.passTo('2026-11-28T10:00:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  expect(await world.outcomeOf(student.registrationId)).toBe(outcome);
}

test('a student who missed a class gets one email and one text three hours after its start', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.passTo('2026-11-24T18:59:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  await world.passTo(notifiedAt);
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

test('each link in the message works once, for a week, and opens the makeup dialog for that class', async () => {
  const student = await world.openNotified();
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
    expect(daysAfterNotice(expiresAt)).toBeGreaterThan(6.9);
    expect(daysAfterNotice(expiresAt)).toBeLessThan(7.1);
  }
});

const daysAfterNotice = (instant: Date) =>
  (instant.getTime() - Date.parse(notifiedAt)) / 86_400_000;

test('a student who has not opted in to texts, or has no phone number, gets only the email', async () => {
  const silent = await world.openRegistered();
  await world.setConsent(silent.id, false);
  const student = await world.openNotified();
  expect(await world.textsTo(student.phone)).toHaveLength(1);
  expect(await world.textsTo(silent.phone)).toEqual([]);
  expect(await world.mailsTo(silent.email)).toHaveLength(1);
});

test('a missed class with no open times after it sends a message without times', async () => {
  await portal.database.update(classes).set({ deletedAt: portal.clock.now() });
  const student = await world.openNotified();
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(/in Class 5\. Pick a new time: \S+ Reply STOP to end\.$/),
  ]);
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.text).not.toContain('These times');
});

test('for an evening class the message goes out the next morning', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.passTo('2026-11-24T22:00:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  await world.passTo('2026-11-25T07:00:00-08:00');
  expect(await messagesTo(student)).toHaveLength(2);
});

test.each(['Joined', 'Present', 'Excused'] as const)(
  'a student marked as %s gets no message',
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
    await expectNoMessage(student, 'not missed');
  },
);

test('no message goes out while Zoom refuses the report, and all go out once it is read', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  const setProblem = (attendanceProblem: string | null) =>
    portal.database
      .update(classes)
      .set({ attendanceProblem })
      .where(eq(classes.id, student.classId));
  await setProblem('Zoom does not give out who came.');
  await world.passTo(notifiedAt);
  await world.passTo('2026-11-25T12:00:00-08:00');
  expect(await messagesTo(student)).toEqual([]);
  await setProblem(null);
  await world.passTo('2026-11-25T13:30:00-08:00');
  expect(await messagesTo(student)).toHaveLength(2);
});

test('no message goes out if the report stays refused for three days', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  const attendanceProblem = 'Zoom does not give out who came.';
  await portal.database.update(classes).set({ attendanceProblem });
  await expectNoMessage(student, 'too late');
});

test('a student without a personal link gets no message, since we could not have seen them', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await portal.database.update(meetingRegistrants).set({ zoomRegistrantId: null });
  await expectNoMessage(student, 'had no personal link');
});

test('a student who chose a makeup before the message was due gets none', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.passTo('2026-11-24T17:30:00-08:00');
  expect((await student.makeUp(student.registrationId, usual)).status).toBe(200);
  await world.passTo(notifiedAt);
  const subjects = (await world.mailsTo(student.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your new time for Class 5']);
  expect(await world.textsTo(student.phone)).toEqual([]);
});

test('a student who was reset gets no message about the class they had', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await resetAccount(portal, student);
  await world.passTo(notifiedAt);
  expect(await world.textsTo(student.phone)).toEqual([]);
  const subjects = (await world.mailsTo(student.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Please pick new class times');
  expect(subjects).not.toContain('We missed you in Class 5');
});

test('a person who is deactivated, or no longer a student, gets no message', async () => {
  const gone = await world.openRegistered();
  const grown = await world.openRegistered();
  await world.hold(gone.classId);
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, gone.id));
  await portal.database.update(people).set({ role: 'alumni' }).where(eq(people.id, grown.id));
  await expectNoMessage(gone, 'deactivated');
  expect(await world.outcomeOf(grown.registrationId)).toBe('no longer a student');
  expect(await messagesTo(grown)).toEqual([]);
});

test('a canceled registration gets no message', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await portal.database
    .update(registrations)
    .set({ endedAt: portal.clock.now(), endReason: 'a test' })
    .where(eq(registrations.id, student.registrationId));
  await expectNoMessage(student, 'moved or canceled');
});
