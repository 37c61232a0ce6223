import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { isInGroup } from '../../../tests/support/journey-model.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addDays } from '../../course/calendar-date.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import { JOURNEY_GROUPS } from '../../course/journey-groups.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { outdateProgress, refreshProgress } from '../database/progress.ts';
import {
  attendance,
  classCancellations,
  classes,
  classTimeWishes,
  people,
  registrations,
  retreatRegistrations,
} from '../database/schema.ts';
import { countGroups, findMembers } from './groups.ts';
import { readStudents } from './queries.ts';

let portal: Portal;
let cancellationId: number;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const { database } = portal;
  const [admin] = await database.select().from(people).where(eq(people.role, 'admin'));
  const [cancellation] = await database
    .insert(classCancellations)
    .values({ canceledAt: testNow, canceledBy: admin?.id ?? 0, reason: 'Snow' })
    .returning();
  cancellationId = cancellation?.id ?? 0;
});
afterAll(() => portal[Symbol.asyncDispose]());

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const firstClass = 5;

const anyStart = fc.oneof(
  fc.integer({ min: -60, max: 60 }).map((days) => days * dayMs),
  fc.constantFrom(-hourMs - 1, -hourMs, -hourMs + 1, 0),
);
const anyClass = fc.record({
  start: anyStart,
  status: fc.constantFrom('Present', 'Joined', 'Excused', null),
  isSuspended: fc.boolean(),
  wasHeld: fc.constantFrom(true, false, null),
  isEnded: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});
const anyAge = fc.oneof(
  fc.integer({ min: 0, max: 90 }).map((days) => days * dayMs),
  fc.constantFrom(30 * dayMs, 30 * dayMs + 1),
);
const anyStudent = fc.record({
  classes: fc.array(anyClass, { maxLength: 6 }),
  skips: fc.integer({ min: 0, max: 3 }),
  transferStudent: fc.boolean(),
  textContinueClicked: fc.boolean(),
  retreat: fc.constantFrom('none', 'registered', 'canceled'),
  wish: fc.constantFrom('none', 'open', 'answered'),
  age: anyAge,
  signedIn: fc.option(anyAge),
  isDeactivated: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});
type AnyStudent = typeof anyStudent extends fc.Arbitrary<infer Value> ? Value : never;

let serial = 0;
const ago = (ms: number) => new Date(testNow.getTime() - ms);

async function insert(student: AnyStudent): Promise<number> {
  const { database } = portal;
  serial += 1;
  const [person] = await database
    .insert(people)
    .values({
      role: 'student',
      email: `random-${serial}@school.test`,
      firstName: 'Random',
      lastName: `Student ${serial}`,
      startDate: addDays(pacificDate(testNow), -100),
      transferStudent: student.transferStudent,
      textContinueClicked: student.textContinueClicked,
      createdAt: ago(student.age),
      lastSignInAt: student.signedIn === null ? null : ago(student.signedIn),
      deactivatedAt: student.isDeactivated ? testNow : null,
    })
    .returning();
  const studentId = person?.id ?? 0;
  if (student.retreat !== 'none') {
    await database.insert(retreatRegistrations).values({
      personId: studentId,
      siteReference: `random-${serial}`,
      title: 'A retreat',
      description: '',
      registeredAt: testNow,
      canceledAt: student.retreat === 'canceled' ? testNow : null,
    });
  }
  if (student.wish !== 'none') {
    await database.insert(classTimeWishes).values({
      ...{ personId: studentId, classNumber: 5, days: [], hours: [], comment: 'Early, please' },
      sentAt: testNow,
      ...(student.wish === 'answered' && { answeredAt: testNow, answeredBy: studentId }),
    });
  }
  for (const [at, one] of student.classes.entries()) {
    const classNumber = Math.min(firstClass + at + student.skips, LAST_CLASS_NUMBER);
    await register(studentId, classNumber, one);
  }
  await outdateProgress(database, eq(registrations.studentId, studentId));
  return studentId;
}

/** Skips weeks that already have a class, because one class a week is a separate rule. */
async function register(
  studentId: number,
  classNumber: number,
  { start, status, isSuspended, wasHeld, isEnded }: AnyStudent['classes'][number],
): Promise<void> {
  const { database } = portal;
  // Add deleted classes, because only those can share a time.
  const [courseClass] = await database
    .insert(classes)
    .values({
      startsAt: new Date(testNow.getTime() + start),
      classType: 'Weekly',
      wasHeld,
      createdAt: testNow,
      deletedAt: testNow,
    })
    .returning();
  const { id: classId = 0, pacificWeek = '' } = courseClass ?? {};
  await database
    .insert(registrations)
    .values({
      studentId,
      classId,
      classNumber,
      pacificWeek,
      createdAt: ago(dayMs),
      suspendedBy: isSuspended ? cancellationId : null,
      ...(isEnded && { endedAt: testNow, endReason: 'reset' }),
    })
    .onConflictDoNothing();
  if (!status) return;
  const source = status === 'Excused' ? 'hand' : 'report';
  await database
    .insert(attendance)
    .values({ personId: studentId, classId, status, source, recordedAt: testNow });
}

async function compare(ids: number[]): Promise<void> {
  const { database } = portal;
  const students = [...(await readStudents(database, ids)).values()];
  for (const group of JOURNEY_GROUPS) {
    const members = await findMembers(database, { group, search: '', ids }, testNow, {
      limit: 1000,
    });
    const expected = students.filter(
      (one) => one.deactivatedAt === null && isInGroup(group, one, firstClass, testNow),
    );
    expect([group, members.map(({ id }) => id).toSorted((a, b) => a - b)]).toEqual([
      group,
      expected.map(({ id }) => id).toSorted((a, b) => a - b),
    ]);
  }
}

test('SQL and the rules put the same people in every group, before and after a refresh', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStudent, { minLength: 20, maxLength: 20 }), async (drawn) => {
      const ids: number[] = [];
      for (const student of drawn) ids.push(await insert(student));
      await compare(ids);
      await refreshProgress(portal.database, { limit: 1000 });
      await compare(ids);
    }),
    { numRuns: 5 },
  );
});

test('the last weekly class ends at the same millisecond in SQL and in the rules', async () => {
  const held = { status: null, isSuspended: false, wasHeld: null, isEnded: false } as const;
  const [base] = fc.sample(anyStudent, { seed: 1, numRuns: 1 }) as [AnyStudent];
  for (const start of [-hourMs - 1, -hourMs, -hourMs + 1]) {
    const starts = [-20 * dayMs, -9 * dayMs, start, 20 * dayMs, 40 * dayMs, 60 * dayMs];
    const classes = starts.map((each) => ({ ...held, start: each }));
    await compare([await insert({ ...base, skips: 0, isDeactivated: false, classes })]);
  }
});

test('everyone is in one step, and the counts match the lists', async () => {
  const { database } = portal;
  const { students, groups, neverChoseNorSignedIn } = await countGroups(database, testNow);
  const steps = ['never-chose', 'choosing', 'weekly', 'monthly', 'finished'] as const;
  expect(steps.reduce((total, step) => total + groups[step], 0)).toBe(students);
  for (const group of JOURNEY_GROUPS) {
    const members = await findMembers(database, { group, search: '' }, testNow, { limit: 10_000 });
    expect([group, members.length]).toEqual([group, groups[group]]);
  }
  const both = { group: 'never-chose', only: 'never-signed-in', search: '' } as const;
  const members = await findMembers(database, both, testNow, { limit: 10_000 });
  expect(members).toHaveLength(neverChoseNorSignedIn);
});
