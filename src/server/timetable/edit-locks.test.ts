import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilBlocking, untilWaiting } from '../../../tests/support/row-locks.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import { classes, people, registrations } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

const edit = (id: number, date: string, instructorId?: number) =>
  admin.patch(`/api/classes/${id}`, {
    pacificDate: `${date}T12:00:00`,
    timeSlot: '7PM',
    dayOfWeek: 'Friday',
    classType: 'Weekly',
    ...(instructorId && { instructorId }),
  });

/**
 * Starts an edit of the class while another transaction has locked the person and then locks the class. Everyone locks
 * in this order. If the edit locked the class before waiting for the person, it would deadlock.
 */
async function editDuring<Answer>(
  personId: number,
  classId: number,
  start: () => Promise<{ edited: Promise<Answer> }>,
): Promise<Answer> {
  const { edited } = await portal.database.transaction(async (other) => {
    await other.select().from(people).where(eq(people.id, personId)).for('update');
    const started = await start();
    await untilBlocking(other);
    await other.select().from(classes).where(eq(classes.id, classId)).for('update');
    return started;
  });
  return edited;
}

test('an edit waits for its students without locking the class', async () => {
  const student = await openStudent(portal);
  const id = await addClassOn(portal, '2027-02-19', '7PM');
  await meetingsOf(portal).register(student.id, id, 5);
  const answer = await editDuring(student.id, id, async () => ({ edited: edit(id, '2027-02-26') }));
  expect(answer.status).toBe(200);
});

test('an edit waits for the instructor without locking the class', async () => {
  const id = await addClassOn(portal, '2027-03-05', '7PM');
  const teacherId = await meetingsOf(portal).personId('teacher@demo.test');
  const answer = await editDuring(teacherId, id, async () => ({
    edited: edit(id, '2027-03-05', teacherId),
  }));
  expect([answer.status, answer.body.instructorId]).toEqual([200, teacherId]);
});

test('an edit waits for students who just registered without locking the class', async () => {
  const student = await openStudent(portal);
  const left = await addClassOn(portal, '2027-03-12', '7PM');
  const id = await addClassOn(portal, '2027-03-19', '7PM');
  await meetingsOf(portal).register(student.id, left, 5);
  const { pacificWeek } = await meetingsOf(portal).classRow(id);
  const answer = await editDuring(student.id, id, () =>
    portal.database.transaction(async (holder) => {
      await holder.select().from(classes).where(eq(classes.id, id)).for('no key update');
      const edited = edit(id, '2027-03-26');
      await untilWaiting(portal);
      await portal.database
        .update(registrations)
        .set({ classId: id, pacificWeek, isOverbooked: true })
        .where(eq(registrations.studentId, student.id));
      return { edited };
    }),
  );
  expect(answer.status).toBe(200);
});
