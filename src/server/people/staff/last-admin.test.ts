import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { untilWaiting } from '../../../../tests/support/row-locks.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { people } from '../../database/schema.ts';

let portal: Portal;
let staff: ReturnType<typeof staffOf>;
let admin: Awaited<ReturnType<typeof staff.open>>;
beforeAll(async () => {
  portal = await openPortal();
  staff = staffOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  admin = await staff.openOnlyAdmin();
});

const lastAdmin = {
  status: 409,
  body: { message: 'There’s no other admin. Please make someone else an admin first.' },
};

test('the last admin can neither be deactivated nor become a teacher', async () => {
  expect(await staff.deactivate(admin, admin.id)).toMatchObject(lastAdmin);
  expect(await staff.edit(admin, admin.id, { role: 'teacher' })).toMatchObject(lastAdmin);
  expect((await staff.edit(admin, admin.id, { lastName: 'Still Admin' })).status).toBe(200);
});

test('a deactivated admin does not count as another admin', async () => {
  const other = await staff.open('admin');
  expect((await staff.deactivate(admin, other.id)).status).toBe(200);
  expect(await staff.deactivate(admin, admin.id)).toMatchObject(lastAdmin);
});

test('an admin can leave while another one stays', async () => {
  await staff.open('admin');
  expect((await staff.edit(admin, admin.id, { role: 'teacher' })).status).toBe(200);
  expect((await admin.get('/api/admin/staff')).status).toBe(403);
});

test('when two admins deactivate each other at once, one stays', async () => {
  const other = await staff.open('admin');
  const answers = await whileLocked([admin.id, other.id], () => [
    staff.deactivate(admin, other.id),
    staff.deactivate(other, admin.id),
  ]);
  expect(answers).toEqual([200, 409]);
});

test('one of two admins who become teachers at the same moment stays admin', async () => {
  const other = await staff.open('admin');
  const answers = await whileLocked([admin.id, other.id], () => [
    staff.edit(admin, admin.id, { role: 'teacher' }),
    staff.edit(admin, other.id, { role: 'teacher' }),
  ]);
  expect(answers).toEqual([200, 409]);
});

async function whileLocked(ids: number[], ask: () => Promise<{ status: number }>[]) {
  const asked = await portal.database.transaction(async (transaction) => {
    for (const id of ids) {
      await transaction.select().from(people).where(eq(people.id, id)).for('update');
    }
    const requests = ask();
    await untilWaiting(portal, 2);
    return { requests };
  });
  return (await Promise.all(asked.requests)).map(({ status }) => status).toSorted();
}
