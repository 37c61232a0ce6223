import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { clearClasses, openStudent } from '../../../tests/support/students.ts';
import { attendance, people, registrations } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  await clearClasses(portal);
  await portal.database.delete(attendance);
  await portal.database.delete(registrations);
  await portal.database.update(people).set({ createdAt: new Date('2020-01-01') });
});
afterAll(() => portal[Symbol.asyncDispose]());

test('trends show attendance by week and by slot, and how far students get', async () => {
  const world = meetingsOf(portal);
  const classId = await world.addClass('2026-11-11T00:00:00Z');
  for (const status of ['Present', null] as const) {
    const { id } = await openStudent(portal);
    await world.register(id, classId, 5);
    if (!status) continue;
    await portal.database.insert(attendance).values({
      ...{ personId: id, classId, status, source: 'report' },
      recordedAt: new Date('2026-11-11T01:00:00Z'),
    });
  }
  const { body } = await admin.get('/api/admin/journey/trends');
  expect(body.weeks).toHaveLength(12);
  expect(body.weeks.at(-2)).toEqual({ week: '2026-11-08', expected: 2, came: 1 });
  expect(body.slots).toEqual([
    { day: 'Tuesday', time: '4:00 PM PT', classes: 1, registered: 2, expected: 2, missed: 1 },
  ]);
  expect(body.funnel.map(({ reached }: { reached: number }) => reached)).toEqual([2, 2, 1, 0, 0]);
});
