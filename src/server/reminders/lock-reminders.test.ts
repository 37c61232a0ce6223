import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilBlocking } from '../../../tests/support/row-locks.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import type { Transaction } from '../database/connect.ts';
import { findRow } from '../database/rows.ts';
import { classes, people, registrations, reminders } from '../database/schema.ts';
import { decideReminder } from './decide.ts';

let portal: Portal;
let classId: number;
let otherId: number;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  classId = await addClassOn(portal, '2026-11-24');
  otherId = await addClassOn(portal, '2026-12-01');
});
afterAll(() => portal[Symbol.asyncDispose]());

let phones = 0;

type Act = (other: Transaction, personId: number) => Promise<unknown>;

/** Decides on a student's first reminder while another transaction has already locked something. */
async function decideDuring(lock: Act, afterward: Act = async () => {}) {
  phones += 1;
  const student = await openStudent(portal, {
    phone: `+1202555300${phones}`,
    textConsent: true,
  });
  await student.choose(classId);
  const isFirst = { personId: student.id, kind: 'class-day' } as const;
  const reminder = await findRow(portal.database, reminders, isFirst);
  const { decided } = await portal.database.transaction(async (other) => {
    await lock(other, student.id);
    const deciding = { decided: decideReminder(portal, reminder?.id ?? 0) };
    await untilBlocking(other);
    await afterward(other, student.id);
    return deciding;
  });
  return decided;
}

test('a reminder waits for its person without locking the class', async () => {
  const decided = await decideDuring(
    (other, personId) =>
      other.select().from(people).where(eq(people.id, personId)).for('no key update'),
    (other) => other.select().from(classes).where(eq(classes.id, classId)).for('no key update'),
  );
  expect(decided).toHaveProperty('send');
});

test('a reminder sees that its registration was moved while it waited', async () => {
  const decided = await decideDuring((other, personId) =>
    other
      .update(registrations)
      .set({ classId: otherId, pacificWeek: '2026-11-29' })
      .where(eq(registrations.studentId, personId)),
  );
  expect(decided).toEqual({ drop: 'moved or canceled' });
});
