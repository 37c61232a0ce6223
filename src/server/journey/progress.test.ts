import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { addClass, openStudent, type Student } from '../../../tests/support/students.ts';
import type { JourneyGroup } from '../../course/journey-groups.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import { refreshProgress } from '../database/progress.ts';
import { changedStudents, classCancellations, classes } from '../database/schema.ts';
import { end, followClass, register, restore, suspend } from '../schedule/index.ts';
import { findMembers } from './groups.ts';

let portal: Portal;
let admin: Student;
let student: Student;
let missedClass: number;
let laterClass: number;
let cancellationId: number;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const { database } = portal;
  admin = await staffOf(portal).open('admin');
  student = await openStudent(portal);
  missedClass = await addClass(portal, daysFromNow(-7));
  laterClass = await addClass(portal, daysFromNow(14));
  await database.update(classes).set({ wasHeld: false }).where(eq(classes.id, missedClass));
  const [cancellation] = await database
    .insert(classCancellations)
    .values({ canceledAt: testNow, canceledBy: admin.id, reason: 'Snow' })
    .returning();
  cancellationId = cancellation?.id ?? 0;
});
afterAll(() => portal[Symbol.asyncDispose]());

const now = testNow;
const daysFromNow = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

const inTransaction = (run: (transaction: Transaction) => Promise<unknown>) =>
  portal.database.transaction(run);

function registerIn(transaction: Transaction, classId: number, classNumber: number, days: number) {
  const startsAt = daysFromNow(days);
  const place = { classId, classNumber, startsAt, pacificWeek: pacificWeekOf(startsAt) };
  return register(portal.queue, transaction, [{ personId: student.id, ...place }], { now });
}

async function registrationId(): Promise<number> {
  return (await student.rows())[0]?.id ?? 0;
}

async function correct(status: string) {
  const path = `/api/admin/classes/${missedClass}/attendance/${student.id}`;
  const version = status === 'Present' ? 0 : 1;
  return admin.patch(path, { status, reason: 'Seen' }, { 'if-match': `"${version}"` });
}

const progressGroups = ['never-chose', 'choosing', 'choose-again', 'missed'] as const;

async function groupsNow(): Promise<JourneyGroup[]> {
  const found: JourneyGroup[] = [];
  for (const group of progressGroups) {
    const audience = { group, search: '', ids: [student.id] };
    const members = await findMembers(portal.database, audience, now, { limit: 1 });
    if (members.length > 0) found.push(group);
  }
  return found;
}

async function refresh() {
  await refreshProgress(portal.database, { limit: 100_000 });
  expect(await portal.database.$count(changedStudents)).toBe(0);
}

const writes: [string, () => Promise<unknown>, JourneyGroup[]][] = [
  [
    'registering',
    () => inTransaction((transaction) => registerIn(transaction, missedClass, 5, -7)),
    ['choosing', 'choose-again'],
  ],
  [
    'marking the class as held',
    () => admin.post(`/api/admin/classes/${missedClass}/held`),
    ['choosing', 'missed'],
  ],
  ['recording attendance', () => correct('Present'), ['choosing']],
  ['removing attendance', () => correct('Missed'), ['choosing', 'missed']],
  [
    'moving the registration',
    async () => student.makeUp(await registrationId(), laterClass),
    ['choosing'],
  ],
  [
    'moving the class',
    () =>
      inTransaction(async (transaction) => {
        const startsAt = daysFromNow(-2);
        await transaction.update(classes).set({ startsAt }).where(eq(classes.id, laterClass));
        await followClass(portal.queue, transaction, laterClass, now);
      }),
    ['choosing', 'missed'],
  ],
  [
    'suspending the registration',
    async () => {
      const ids = [await registrationId()];
      const by = { cancellationId, now };
      return inTransaction((transaction) => suspend(portal.queue, transaction, ids, by));
    },
    ['choosing', 'choose-again'],
  ],
  [
    'restoring a suspended registration',
    async () => {
      const ids = [await registrationId()];
      return inTransaction((transaction) => restore(portal.queue, transaction, ids, { now }));
    },
    ['choosing', 'missed'],
  ],
  [
    'ending the registration',
    async () => {
      const ids = [await registrationId()];
      const why = { endedBy: admin.id, endReason: 'reset', now };
      return inTransaction((transaction) => end(portal.queue, transaction, ids, why));
    },
    ['never-chose'],
  ],
  [
    'restoring an ended registration',
    async () => {
      const ids = [await registrationId()];
      return inTransaction((transaction) => restore(portal.queue, transaction, ids, { now }));
    },
    ['choosing', 'missed'],
  ],
];

test.each(writes)(
  '%s shows on the board at once, and after a refresh',
  async (_, write, groups) => {
    await refresh();
    await write();
    expect(await groupsNow()).toEqual(groups);
    await refresh();
    expect(await groupsNow()).toEqual(groups);
  },
);

test('a refresh between two transactions loses neither change', async () => {
  const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ids = [await registrationId()];
  const suspending = inTransaction(async (transaction) => {
    await suspend(portal.queue, transaction, ids, { cancellationId, now });
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  const next = await addClass(portal, daysFromNow(-30));
  await inTransaction((transaction) => registerIn(transaction, next, 6, -30));
  await refresh();
  mayCommit.resolve();
  await suspending;
  const both = ['choosing', 'choose-again', 'missed'];
  expect(await groupsNow()).toEqual(both);
  await refresh();
  expect(await groupsNow()).toEqual(both);
});
