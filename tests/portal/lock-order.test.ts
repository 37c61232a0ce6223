import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import { pacificDate, timeSlotOf } from '../../src/course/pacific-time.ts';
import { editClass } from '../../src/server/classes/index.ts';
import { classes, people, registrations, reminders } from '../../src/server/database/schema.ts';
import {
  editStudent,
  erasePerson,
  makeAlumnus,
  makeStudent,
} from '../../src/server/people/index.ts';
import { decideReminder, planMissingReminders } from '../../src/server/reminders/index.ts';
import {
  cancelForStudent,
  chooseClass,
  moveForStudent,
  moveRegistration,
} from '../../src/server/scheduling/index.ts';
import { openPortal, type Portal } from '../support/portal.ts';
import { remindersOf } from '../support/reminders.ts';
import { addClassOn, clearClasses, type Student } from '../support/students.ts';

let portal: Portal;
let adminId: number;

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const [admin] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'admin@demo.test'));
  adminId = admin?.id ?? 0;
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => clearClasses(portal));

const ip = '127.0.0.1';
const firstDate: CalendarDate = '2026-12-01';
/** In the same Pacific week and in another one: only the second changes the registrations' copy of the week. */
const otherDates: CalendarDate[] = ['2026-12-02', '2026-12-08'];

type Registered = Student & { registrationId: number };

async function registerStudents(classId: number, count: number): Promise<Registered[]> {
  const students: Registered[] = [];
  for (let n = 0; n < count; n += 1) {
    const student = await remindersOf(portal).openTextedStudent();
    const { body } = await student.choose(classId);
    students.push({ ...student, registrationId: body.id });
  }
  return students;
}

const moveClass = (classId: number, date: CalendarDate) =>
  editClass(
    portal,
    { id: adminId, ip },
    { id: classId, version: undefined },
    {
      pacificDate: `${date}T12:00:00`,
      timeSlot: '4PM',
      dayOfWeek: 'Tuesday',
      classType: 'Weekly',
    },
  );

const openReminders = () =>
  portal.database
    .select({ id: reminders.id, startsAt: reminders.startsAt })
    .from(reminders)
    .where(and(isNull(reminders.settledAt), ne(reminders.kind, 'missed-class')));

type Work = (round: number) => Promise<unknown>;

async function overAndOver(times: number, work: Work) {
  for (let round = 0; round < times; round += 1) await work(round);
}

/** Does the first so often, each for itself, and the others over and over until those are done or one has failed. */
async function atOnce(times: number, work: Work[], beside: Work[] = []) {
  let isOver = false;
  const goOn = async (one: Work) => {
    for (let round = 0; !isOver; round += 1) await one(round);
  };
  const counted = Promise.all(work.map((one) => overAndOver(times, one)));
  const ending = counted.finally(() => {
    isOver = true;
  });
  await Promise.all([ending, ...beside.map(goOn)]);
}

async function startOf(classId: number): Promise<Date> {
  const [found] = await portal.database.select().from(classes).where(eq(classes.id, classId));
  if (!found) throw new Error(`no class ${classId}`);
  return found.startsAt;
}

/** Every registration that is in force has reminders for the time of its class, and for no other. */
async function expectRightReminders(students: Registered[]) {
  const planned = await portal.database
    .select({ planned: reminders.startsAt, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(reminders, eq(reminders.registrationId, registrations.id))
    .where(
      and(
        inArray(
          registrations.studentId,
          students.map(({ id }) => id),
        ),
        isNull(registrations.cancelledAt),
      ),
    );
  expect(planned.length).toBeGreaterThan(0);
  for (const row of planned) expect(row.planned).toEqual(row.startsAt);
}

test('a class is moved and its reminders are decided on at once, two hundred times, without a deadlock', {
  timeout: 120_000,
}, async () => {
  const classId = await addClassOn(portal, firstDate);
  const students = await registerStudents(classId, 3);
  let sent = 0;
  const decide = async () => {
    for (const { id, startsAt } of await openReminders()) {
      const decision = await decideReminder(portal, id);
      if (!('send' in decision)) continue;
      // What is sent names the time for which it was planned, never the one before or after.
      const day = Number(pacificDate(startsAt as Date).slice(-2));
      expect(decision.send.body).toContain(`December ${day} at`);
      sent += 1;
    }
  };
  const dates = [...otherDates, firstDate];
  const move = (round: number) => moveClass(classId, dates[round % 3] as CalendarDate);
  await atOnce(201, [move], [decide, decide]);
  expect(sent).toBeGreaterThan(0);
  expect(pacificDate(await startOf(classId))).toBe(firstDate);
  await expectRightReminders(students);
});

test('a class is moved while a student moves into it and out of it, without a deadlock', {
  timeout: 120_000,
}, async () => {
  const classId = await addClassOn(portal, firstDate);
  const elsewhere = await addClassOn(portal, firstDate, '6PM');
  // Many students with few moves each: nobody may move more than 30 times in a quarter of an hour.
  const students = await registerStudents(classId, 10);
  const goAndComeBack = students.map(
    ({ id, registrationId }) =>
      (round: number) =>
        moveRegistration(portal, id, {
          registrationId,
          newClassId: round % 2 === 0 ? elsewhere : classId,
          kind: 'reschedule',
          ip,
        }),
  );
  const [sameWeek] = otherDates as [CalendarDate];
  const move = (round: number) => moveClass(classId, round % 2 ? firstDate : sameWeek);
  await atOnce(24, goAndComeBack, [move]);
  expect(timeSlotOf(await startOf(classId))).toBe('4PM');
  await expectRightReminders(students);
});

test('staff move and cancel places while students move them and their class moves, without a deadlock', {
  timeout: 120_000,
}, async () => {
  const classId = await addClassOn(portal, firstDate);
  const elsewhere = await addClassOn(portal, firstDate, '6PM');
  const students = await registerStudents(classId, 5);
  const actor = { id: adminId, ip };
  const act = students.map(({ id: studentId, registrationId }) => async (round: number) => {
    const seen = { studentId, registrationId, version: undefined };
    const to = { classId: round % 2 === 0 ? elsewhere : classId };
    if (round % 3 === 0) await cancelForStudent(portal, actor, seen, { reason: 'in a test' });
    await moveForStudent(portal, actor, seen, to);
  });
  const own = students.map(
    ({ id, registrationId }) =>
      (round: number) =>
        moveRegistration(portal, id, {
          registrationId,
          newClassId: round % 2 === 0 ? classId : elsewhere,
          kind: 'reschedule',
          ip,
        }),
  );
  const [sameWeek] = otherDates as [CalendarDate];
  const move = (round: number) => moveClass(classId, round % 2 ? firstDate : sameWeek);
  await atOnce(9, [...act, ...own], [move]);
  await expectRightReminders(students);
});

test('students are reset and given new phones while their class is moved, decided on and planned for, without a deadlock', {
  timeout: 120_000,
}, async () => {
  const classId = await addClassOn(portal, firstDate);
  const students = await registerStudents(classId, 10);
  const resets = students.map((student, at) => async (round: number) => {
    const seen = { id: student.id, version: undefined };
    const edited = await editStudent(portal, { id: adminId, ip }, seen, {
      email: student.email,
      firstName: 'Sam',
      lastName: 'Sample',
      phone: `+1202556${at}${100 + round}`,
      textConsent: true,
      startDate: round % 2 ? '2026-01-01' : '2026-03-01',
    });
    expect(edited.accountReset).toBe(true);
    await chooseClass(portal, student.id, classId);
  });
  const decide = async () => {
    for (const { id } of await openReminders()) await decideReminder(portal, id);
  };
  const plan = async () => {
    await portal.database.delete(reminders).where(isNull(reminders.claimedAt));
    await planMissingReminders(portal.database, portal.clock.now());
  };
  const move = (round: number) =>
    moveClass(classId, round % 2 ? firstDate : (otherDates[1] as CalendarDate));
  await Promise.all([atOnce(8, resets), atOnce(20, [decide, plan, move])]);
  await planMissingReminders(portal.database, portal.clock.now());
  await expectRightReminders(students);
});

test('students are erased while their class is moved and their reminders are decided on, without a deadlock', {
  timeout: 120_000,
}, async () => {
  const classId = await addClassOn(portal, firstDate);
  const students = await registerStudents(classId, 30);
  const erase = async (round: number) => {
    const { id, email } = students[round] as Registered;
    await erasePerson(portal, { id: adminId, ip }, id, email);
  };
  const decide = async () => {
    for (const { id } of await openReminders()) await decideReminder(portal, id);
  };
  const dates = [...otherDates, firstDate];
  const move = (round: number) => moveClass(classId, dates[round % 3] as CalendarDate);
  await atOnce(students.length, [erase], [decide, decide, move]);
  const held = await portal.database.$count(
    registrations,
    and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)),
  );
  expect(held).toBe(0);
});

test('students become alumni and students again while their class is moved and decided on, without a deadlock', {
  timeout: 120_000,
}, async () => {
  const classId = await addClassOn(portal, firstDate);
  const students = await registerStudents(classId, 5);
  const actor = { id: adminId, ip };
  const leaveAndComeBack = students.map(({ id }) => async () => {
    expect((await makeAlumnus(portal, actor, id)).givenBack).toBe(1);
    const { outcome } = await makeStudent(portal, actor, id, { sendLink: false });
    expect(outcome).toEqual({ back: 1, left: 0, getsTexts: true });
  });
  const decide = async () => {
    for (const { id } of await openReminders()) await decideReminder(portal, id);
  };
  const move = (round: number) =>
    moveClass(classId, round % 2 ? firstDate : (otherDates[1] as CalendarDate));
  await atOnce(4, leaveAndComeBack, [decide, move]);
  await expectRightReminders(students);
});
