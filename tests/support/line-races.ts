import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classes, waitingList } from '../../src/server/database/schema.ts';
import { checkWaitingLists } from '../../src/server/schedule/index.ts';
import { openPortal, type Portal } from './portal.ts';
import { addClassOn, clearClasses, openStudent, type Student } from './students.ts';
import { waitingListsOf } from './waiting-lists.ts';

let portal: Portal;
let world: ReturnType<typeof waitingListsOf>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  world = waitingListsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

const actions = ['choose', 'move', 'undo', 'cancel', 'join', 'take', 'leave', 'pass'] as const;
const anyStep = fc.record({
  action: fc.constantFrom(...actions),
  who: fc.integer({ min: 0, max: 4 }),
  where: fc.integer({ min: 0, max: 1 }),
});

export function testLines(numRuns: number) {
  test('no sequence of choices, moves, undos, cancellations and offers overfills a class', async () => {
    const rounds = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
    await fc.assert(fc.asyncProperty(rounds, run), { numRuns });
  });
}

async function run(rounds: { action: (typeof actions)[number]; who: number; where: number }[][]) {
  await clearClasses(portal);
  const places = [1, 2];
  const slots = [
    await addClassOn(portal, '2026-12-01'),
    await addClassOn(portal, '2026-12-03'),
    await addClassOn(portal, '2026-12-08'),
  ];
  for (const [at, number] of places.entries()) {
    await portal.database
      .update(classes)
      .set({ places: number })
      .where(eq(classes.id, slots[at] ?? 0));
  }
  const students: Student[] = [];
  for (let n = 0; n < 5; n += 1) students.push(await openStudent(portal));
  for (const round of rounds) {
    const acts = round.map((step) => act(students[step.who], slots, step));
    await Promise.all([...acts, checkWaitingLists(portal)]);
    await expectOrder(slots, places);
  }
  await checkWaitingLists(portal);
  await expectOrder(slots, places);
}

async function act(
  student: Student | undefined,
  slots: number[],
  { action, where }: { action: (typeof actions)[number]; where: number },
) {
  if (!student) return;
  const classId = slots[where] ?? 0;
  const [row] = await student.rows();
  const [turn] = await world.lists(student);
  const answer = (how: 'take' | 'leave') =>
    turn && student.post(`/api/waiting-lists/${turn.id}`, { action: how });
  const does = {
    choose: () => student.choose(classId),
    move: () =>
      row && student.reschedule(row.id, row.classId === classId ? (slots[2] ?? 0) : classId),
    undo: () => row && student.undoMove(row.id, row.classId),
    cancel: async () => {
      const path = `/api/admin/people/${student.id}/registrations/${row?.id}/cancel`;
      return row && (await world.openAdmin()).post(path, { reason: 'Asked by phone' });
    },
    join: () => world.join(student, classId),
    take: () => answer('take'),
    leave: () => answer('leave'),
    pass: () => portal.clock.moveOn(45 * 60_000),
  };
  const answered = await does[action]();
  if (answered && typeof answered === 'object') expect(answered.status).toBeLessThan(500);
}

/** Expects that no class has more students and held places than it has places, and that no one is in two classes. */
async function expectOrder(slots: number[], places: number[]) {
  const open = await portal.database.select().from(waitingList);
  const everyone: number[] = [];
  for (const [at, most] of places.entries()) {
    const classId = slots[at] ?? 0;
    const held = open.filter((turn) => turn.classId === classId && turn.status === 'offered');
    const registered = await world.registered(classId);
    expect(registered.length + held.length).toBeLessThanOrEqual(most);
    everyone.push(...registered);
  }
  expect(new Set(everyone).size).toBe(everyone.length);
}
