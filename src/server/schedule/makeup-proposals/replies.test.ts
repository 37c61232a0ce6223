import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, tokenOf } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { attendance, auditLog, classes, makeups, sentMessages } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;
/** Students reply 1, 2 or 3 to pick these times. */
let slots: number[];

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  slots = [];
  for (const date of ['2026-12-01', '2026-12-08', '2026-12-15']) {
    slots.push(await addClassOn(portal, date));
  }
});

type Notified = Awaited<ReturnType<typeof world.openNotified>>;

const classOf = async (student: Notified) => (await student.rows())[0]?.classId;
const linkIn = (text = '') => text.match(/\S+\/s\/\S+/)?.[0] ?? '';

describe('a number in a reply', () => {
  test('picks that time like the makeup dialog does, and is confirmed by text and email', async () => {
    const student = await world.openNotified();
    expect(await world.say(student.phone, '2')).toBe(
      "Quiet Mornings: You're all set. Class 5 is now on Tue Dec 8, 4:00 PM PT. Reply UNDO to cancel. Reply STOP to end.",
    );
    expect(await student.rows()).toMatchObject([{ classId: slots[1], isRescheduled: true }]);
    expect(await portal.database.select().from(makeups)).toMatchObject([
      { registrationId: student.registrationId, missedClassId: student.classId, undoneAt: null },
    ]);
    const [mail] = (await world.mailsTo(student.email)).slice(-1);
    expect(mail?.subject).toBe('Your new time for Class 5');
    expect(mail?.attachments).toHaveLength(1);
    const subject = `registration:${student.registrationId}`;
    expect(
      await portal.database.select().from(auditLog).where(eq(auditLog.subject, subject)),
    ).toMatchObject([
      { action: 'registration: makeup', actorId: student.id, ip: null, via: 'text' },
    ]);
    const texts = and(eq(sentMessages.personId, student.id), eq(sentMessages.channel, 'text'));
    expect(await portal.database.$count(sentMessages, texts)).toBe(2);
  });

  test('changes nothing after a first one, and the reply says to send UNDO first', async () => {
    const student = await world.openNotified();
    await world.say(student.phone, '1');
    expect(await world.say(student.phone, '3')).toContain(
      'Class 5 is already set for Tue Dec 1, 4:00 PM PT. To pick another time, reply UNDO first.',
    );
    expect(await classOf(student)).toBe(slots[0]);
  });

  test('has one effect and one reply if it is delivered again or in two requests at once', async () => {
    const student = await world.openNotified();
    const post = () => world.postReply(student.phone, '1', `SM-once-${student.id}`);
    expect(await Promise.all([post(), post(), post()])).toEqual([200, 200, 200]);
    await world.finishJobs();
    await post();
    await world.finishJobs();
    expect(await world.textsTo(student.phone)).toHaveLength(2);
    expect((await student.rows())[0]).toMatchObject({ classId: slots[0], calendarSequence: 1 });
  });

  test('picks only one time if another number arrives at the same moment', async () => {
    const student = await world.openNotified();
    const { phone, id } = student;
    await Promise.all(['1', '2', '3'].map((n) => world.postReply(phone, n, `SM-${n}-${id}`)));
    await world.finishJobs();
    expect((await student.rows())[0]?.calendarSequence).toBe(1);
    const texts = await world.textsTo(phone);
    expect(texts.filter((text) => text.includes('all set'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('is already set for'))).toHaveLength(2);
  });

  test('picks only one time if a makeup is chosen on the schedule at the same moment', async () => {
    const elsewhere = await addClassOn(portal, '2026-12-22');
    const student = await world.openNotified();
    const { phone, id, registrationId } = student;
    const [, answer] = await Promise.all([
      world.postReply(phone, '1', `SM-race-${id}`),
      student.makeUp(registrationId, elsewhere),
    ]);
    await world.finishJobs();
    const [row] = await student.rows();
    expect(row?.calendarSequence).toBe(1);
    const text = (await world.textsTo(phone)).at(-1);
    if (answer.status === 200) expect(text).toContain('is already set for Tue Dec 22');
    else expect(text).toContain('is now on Tue Dec 1');
    expect(row?.classId).toBe(answer.status === 200 ? elsewhere : slots[0]);
  });

  test('gets the makeup’s time in reply if it was already chosen on the schedule', async () => {
    const student = await world.openNotified();
    await student.makeUp(student.registrationId, slots[2] ?? 0);
    expect(await world.say(student.phone, '1')).toBe(
      `Quiet Mornings: Class 5 is already set for Tue Dec 15, 4:00 PM PT. Your schedule: ${portal.url}/schedule Reply STOP to end.`,
    );
    expect(await classOf(student)).toBe(slots[2]);
  });

  test('gets a sign-in link to other times if its time is gone', async () => {
    const student = await world.openNotified();
    await portal.database
      .update(classes)
      .set({ deletedAt: portal.clock.now() })
      .where(eq(classes.id, slots[0] ?? 0));
    const text = await world.say(student.phone, '1');
    expect(text).toMatch(
      /Sorry, that time is no longer available\. Other times: \S+\/s\/[\w-]{22} /,
    );
    expect(await classOf(student)).toBe(student.classId);
    const token = tokenOf(linkIn(text));
    const { body } = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
    expect(body).toMatchObject({ redirectTo: '/schedule?makeup=5', user: { id: student.id } });
    expect(await world.say(student.phone, '2')).toContain('Class 5 is now on Tue Dec 8');
  });

  test('gets a link to other times if its week was taken in the meantime', async () => {
    const student = await world.openNotified();
    const sameWeek = await addClassOn(portal, '2026-12-03');
    await world.register(student.id, sameWeek, 6);
    expect(await world.say(student.phone, '1')).toContain(
      'Sorry, that time is no longer available.',
    );
    expect(await classOf(student)).toBe(student.classId);
  });

  test('gets the reply that no makeup is needed if the class was attended after all', async () => {
    const student = await world.openNotified();
    await portal.database.insert(attendance).values({
      personId: student.id,
      classId: student.classId,
      status: 'Present',
      source: 'report',
      recordedAt: portal.clock.now(),
    });
    expect(await world.say(student.phone, '1')).toContain(
      "You don't need to make up Class 5 anymore",
    );
    expect(await classOf(student)).toBe(student.classId);
  });

  test('leads to the schedule after a week, or if nothing was proposed', async () => {
    const nothing = 'There are no times to pick by text right now.';
    const student = await world.openNotified();
    const stranger = await world.openTextedStudent();
    expect(await world.say(stranger.phone, '1')).toContain(nothing);
    portal.clock.moveTo(new Date('2026-12-02T10:00:00-08:00'));
    expect(await world.say(student.phone, '2')).toContain(nothing);
    expect(await classOf(student)).toBe(student.classId);
  });
});

describe('UNDO', () => {
  test('takes the choice back, sends an email, and lets the student pick another time', async () => {
    const student = await world.openNotified();
    await world.say(student.phone, '1');
    const text = await world.say(student.phone, ' undo. ');
    expect(text).toMatch(
      /We canceled your makeup for Class 5\. Pick a new time: \S+\/s\/[\w-]{22} /,
    );
    expect(await student.rows()).toMatchObject([
      { classId: student.classId, isRescheduled: false, calendarSequence: 2 },
    ]);
    const [mail] = (await world.mailsTo(student.email)).slice(-1);
    expect(mail?.subject).toBe('You canceled your makeup for Class 5');
    expect(mail?.attachments).toHaveLength(1);
    expect(await world.say(student.phone, '2')).toContain('Class 5 is now on Tue Dec 8');
    const subject = `registration:${student.registrationId}`;
    const audit = await portal.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, subject))
      .orderBy(auditLog.id);
    expect(audit.map(({ action, via }) => [action, via])).toEqual([
      ['registration: makeup', 'text'],
      ['registration: makeup undone', 'text'],
      ['registration: makeup', 'text'],
    ]);
  });

  test('does not send the missed-class message a second time', async () => {
    const student = await world.openNotified();
    await world.say(student.phone, '1');
    await world.say(student.phone, 'UNDO');
    await world.passTo('2026-11-26T12:00:00-08:00');
    const texts = await world.textsTo(student.phone);
    expect(texts.filter((text) => text.includes('missed you'))).toHaveLength(1);
  });

  test('is too late once the makeup has begun', async () => {
    const student = await world.openNotified();
    await world.say(student.phone, '1');
    portal.clock.moveTo(new Date('2026-12-01T16:05:00-08:00'));
    expect(await world.say(student.phone, 'UNDO')).toContain("It's too late to cancel");
    expect(await classOf(student)).toBe(slots[0]);
  });

  test('does nothing if no choice was made by text', async () => {
    const student = await world.openNotified();
    await student.makeUp(student.registrationId, slots[2] ?? 0);
    expect(await world.say(student.phone, 'UNDO')).toContain("There's nothing to undo");
    expect(await classOf(student)).toBe(slots[2]);
  });
});
