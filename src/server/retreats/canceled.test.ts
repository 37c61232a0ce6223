import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import { planMissingReminders } from '../reminders/index.ts';

let portal: Portal;
let site: ReturnType<typeof retreatSiteOf>;
beforeAll(async () => {
  portal = await openPortal();
  site = retreatSiteOf(portal);
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

async function openAdmin() {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  return openClient(portal, { session });
}

async function rowOf(personId: number) {
  const { body } = await (await openAdmin()).get('/api/students');
  const row = body.find(({ id }: { id: number }) => id === personId);
  return { scheduled: row.retreatScheduled, titles: row.retreatDetails.map(titleOf) };
}
const titleOf = ({ title }: { title: string }) => title;

test('a canceled registration is hidden from the student and shown to staff', async () => {
  const { email, id, get } = await openStudent(portal);
  const reference = site.newReference();
  await site.postWebhook({ reference, email });
  expect(await rowOf(id)).toEqual({ scheduled: 'Yes', titles: ['A day by the lake'] });
  await site.postWebhook({ reference, email, type: 'canceled', at: 1 });
  expect(await rowOf(id)).toEqual({ scheduled: 'No', titles: [] });
  expect((await get('/api/retreat-registration')).body).toBeNull();
});

test('another registration still counts when one is canceled', async () => {
  const { email, id, get } = await openStudent(portal);
  const [kept, canceled] = [site.newReference(), site.newReference()];
  await site.postWebhook({ reference: kept, email, title: 'Kept' });
  await site.postWebhook({ reference: canceled, email, at: 1, title: 'Canceled' });
  await site.postWebhook({
    reference: canceled,
    email,
    type: 'canceled',
    at: 2,
    title: 'Canceled',
  });
  expect(await rowOf(id)).toEqual({ scheduled: 'Yes', titles: ['Kept'] });
  expect((await get('/api/retreat-registration')).body.retreatTitle).toBe('Kept');
});

test('a canceled registration cannot be edited', async () => {
  const reference = site.newReference();
  await site.postWebhook({ reference });
  await site.postWebhook({ reference, type: 'canceled', at: 1 });
  const id = (await site.row(reference))?.id;
  const change = { retreatTitle: 'Another', retreatDescription: 'Other words' };
  const answer = await (await openAdmin()).patch(`/api/admin/retreat-registrations/${id}`, change);
  expect(answer.status).toBe(404);
  expect((await site.row(reference))?.title).toBe('A day by the lake');
});

test('only students who canceled their retreat get a reminder', async () => {
  const world = remindersOf(portal);
  const lastClass = await addClassOn(portal, '2026-12-01', '4PM', 'Monthly');
  const openRegistered = async (reference: string) => {
    const student = await world.openTextedStudent();
    await meetingsOf(portal).register(student.id, lastClass, 10);
    await site.postWebhook({ reference, email: student.email });
    return student;
  };
  const reference = site.newReference();
  const canceled = await openRegistered(reference);
  const registered = await openRegistered(site.newReference());
  await site.postWebhook({ reference, email: canceled.email, type: 'canceled', at: 1 });
  await planMissingReminders(portal.database, portal.clock.now());
  await world.passTo('2027-02-01T16:00:00-08:00');
  expect(await world.textsTo(canceled.phone)).toEqual([
    expect.stringContaining('Ready for your one-day retreat?'),
  ]);
  expect(await world.textsTo(registered.phone)).toEqual([]);
});
