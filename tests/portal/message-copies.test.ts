import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classes, sentMessages } from '../../src/server/database/schema.ts';
import { cancellationsOf } from '../support/canceling.ts';
import { codeIn, outboxOf, tokenOf } from '../support/client.ts';
import { meetingsOf } from '../support/meetings.ts';
import { missedClassesOf } from '../support/missed-classes.ts';
import { numbersOf } from '../support/phone-numbers.ts';
import { openPortal, type Portal } from '../support/portal.ts';
import { signInOf } from '../support/sign-in.ts';
import { addClassOn } from '../support/students.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());

const kinds = [
  ...['login-link', 'number-code', 'welcome', 'alumni-welcome', 'return-link', 'unasked-link'],
  ...['class-day', 'class-hour', 'alumni-week', 'missed-class', 'makeup-answer'],
  ...['class-canceled', 'new-links'],
];

async function sendAll() {
  const world = missedClassesOf(portal);
  const cancellations = cancellationsOf(portal);
  const numbers = numbersOf(portal);
  const admin = await cancellations.openAdmin();

  await signInOf(portal).requestLink('new-student@demo.test');
  const { student, phone } = await numbers.openStudent();
  await numbers.type(student, phone);
  await numbers.codeFor(student, phone);
  const added = { email: 'welcome@example.org', firstName: 'Ada', lastName: 'Byron' };
  await admin.post('/api/admin/users', { ...added, role: 'student', startDate: '2026-11-20' });
  const audience = { group: 'never-chose', search: '', ids: [student.id] };
  await admin.post('/api/admin/journey/login-links', { audience, key: randomUUID() });
  await admin.post(`/api/admin/people/${student.id}/deactivate`);
  await admin.post(`/api/admin/people/${student.id}/reactivate`, { sendLink: true });
  await admin.post(`/api/admin/people/${student.id}/make-alumni`);

  const canceled = await addClassOn(portal, '2026-12-02');
  await (await world.openTextedStudent()).choose(canceled);
  await admin.cancel(canceled);
  await cancellations.passUndo();

  const moved = await world.openRegistered();
  await portal.database
    .update(classes)
    .set({ host: 'second-host@sandbox.test' })
    .where(eq(classes.id, moved.classId));
  await world.syncMeeting(moved.classId);
  await world.finishJobs();
  await world.passTo('2026-11-23T17:00:00-08:00');
  await world.passTo('2026-11-24T15:30:00-08:00');
  const { phone: texting } = await world.openNotified();
  await world.say(texting, '1');
}

test('no copy of a message has a token, a join link or a code', async () => {
  await sendAll();
  const copies = await portal.database.select().from(sentMessages);
  expect(copies.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  const secrets = (await outboxOf(portal)).flatMap((message) => [
    codeIn(message),
    ...message.links.map((link) => (link.startsWith(portal.url) ? tokenOf(link) : link)),
  ]);
  const found = secrets.filter(
    (secret) => secret && copies.some(({ body }) => JSON.stringify(body).includes(secret)),
  );
  expect(found).toEqual([]);
});
