import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetingsOf } from '../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../tests/support/portal.ts';
import { remindersOf } from '../../tests/support/reminders.ts';
import { addClassOn } from '../../tests/support/students.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(async () => {
  await portal[Symbol.asyncDispose]();
});

async function travel(form: Record<string, string>) {
  const answer = await fetch(`${portal.sandbox.url}/stage/clock`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return answer.headers.get('location');
}

test('skipping ahead brings the reminder, then the class is attended or missed', async () => {
  const meetings = meetingsOf(portal);
  const world = remindersOf(portal);
  await meetings.forgetDemoClasses();
  const student = await world.openTextedStudent();
  const first = await addClassOn(portal, '2026-11-24');
  const second = await addClassOn(portal, '2026-12-01');
  for (const classId of [first, second]) {
    await meetings.syncMeeting(classId);
    await student.choose(classId);
  }
  await meetings.finishJobs();
  const pass = async (form: Record<string, string>) => {
    expect(await travel(form)).toBe('/');
    await world.lookOnly();
    await portal.sandbox.zoomWebhooksSent();
    await meetings.finishJobs();
  };

  expect(await travel({ to: 'next-class', of: 'nobody@school.test' })).toBe(
    '/?said=no-class-ahead',
  );
  await pass({ to: 'next-class' });
  expect(portal.clock.now().toISOString()).toMatch(/^2026-11-24T23:50:0/);
  expect(await world.textsTo(student.phone)).toEqual([expect.stringContaining('Class 5')]);
  await pass({ to: 'day' });
  expect(await meetings.present(first)).toEqual([student.id]);

  await pass({ to: 'next-class', attended: 'no' });
  // Zoom doesn't create a report if the teacher was alone, and the portal keeps requesting one for a day.
  expect(await travel({ to: 'hour', attended: 'no' })).toBe('/');
  expect(await travel({ to: 'hour', attended: 'no' })).toBe('/');
  expect(portal.clock.now().toISOString()).toMatch(/^2026-12-02T01:50:0/);
  await portal.sandbox.zoomWebhooksSent();
  await pass({ to: 'day', attended: 'no' });
  expect(await meetings.present(second)).toEqual([]);
  expect((await world.textsTo(student.phone)).at(-1)).toContain('We missed you in Class 6');
  expect(await travel({ to: 'next-class' })).toBe('/?said=no-class-ahead');
});

test('a class that passes in two steps is attended from the first one on', async () => {
  const meetings = meetingsOf(portal);
  await meetings.forgetDemoClasses();
  const student = await remindersOf(portal).openTextedStudent();
  const classId = await addClassOn(portal, '2027-01-05');
  await meetings.syncMeeting(classId);
  await student.choose(classId);
  await meetings.finishJobs();
  expect(await travel({ to: 'next-class' })).toBe('/');
  expect(await travel({ to: 'hour' })).toBe('/');
  await portal.sandbox.zoomWebhooksSent();
  expect(await meetings.present(classId)).toEqual([student.id]);
  expect(await travel({ to: 'hour' })).toBe('/');
  await portal.sandbox.zoomWebhooksSent();
  expect(await meetings.record(student.id, classId)).toMatchObject({
    status: 'Present',
    // Meetings are 15 minutes longer than the class.
    leftAt: new Date('2027-01-06T01:15:00Z'),
  });
});

test('only people who waited at the door attended a class that others skipped', async () => {
  const meetings = meetingsOf(portal);
  await meetings.forgetDemoClasses();
  const world = remindersOf(portal);
  const [waits, stays] = [await world.openTextedStudent(), await world.openTextedStudent()];
  const classId = await addClassOn(portal, '2027-02-02');
  await meetings.syncMeeting(classId);
  for (const student of [waits, stays]) await student.choose(classId);
  await meetings.finishJobs();
  expect(await travel({ to: 'next-class' })).toBe('/');
  const room = await fetch(await meetings.link(waits.id, classId));
  expect(await room.text()).toContain('The host hasn’t started this meeting yet.');
  for (const to of ['hour', 'hour']) expect(await travel({ to, attended: 'no' })).toBe('/');
  await portal.sandbox.zoomWebhooksSent();
  expect(await meetings.present(classId)).toEqual([waits.id]);
});

test('a class that is already due is attended when the clock skips past it', async () => {
  const meetings = meetingsOf(portal);
  await meetings.forgetDemoClasses();
  const student = await remindersOf(portal).openTextedStudent();
  const classId = await addClassOn(portal, '2027-02-04');
  await meetings.syncMeeting(classId);
  await student.choose(classId);
  await meetings.finishJobs();
  portal.clock.moveTo(new Date('2027-02-05T00:05:00Z'));
  expect(await travel({ to: 'day' })).toBe('/');
  await portal.sandbox.zoomWebhooksSent();
  expect(await meetings.present(classId)).toEqual([student.id]);
});

test('the end of term is an hour after the person’s last class', async () => {
  const meetings = meetingsOf(portal);
  await meetings.forgetDemoClasses();
  const student = await remindersOf(portal).openTextedStudent();
  const [own, empty] = [
    await addClassOn(portal, '2027-02-09'),
    await addClassOn(portal, '2027-02-16'),
  ];
  for (const classId of [own, empty]) await meetings.syncMeeting(classId);
  await student.choose(own);
  await meetings.finishJobs();
  expect(await travel({ to: 'end-of-term', of: 'nobody@school.test' })).toBe(
    '/?said=no-class-ahead',
  );
  expect(await travel({ to: 'end-of-term' })).toBe('/');
  expect(portal.clock.now().toISOString()).toMatch(/^2027-02-10T02:15:0/);
  await portal.sandbox.zoomWebhooksSent();
  expect(await meetings.present(own)).toEqual([student.id]);
});

test('an unknown step moves nothing', async () => {
  const before = portal.clock.now().getTime();
  await travel({ to: 'last year' });
  expect(portal.clock.now().getTime() - before).toBeLessThan(60_000);
});
