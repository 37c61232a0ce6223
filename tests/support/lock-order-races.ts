import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import { pacificDate, timeSlotOf } from '../../src/course/pacific-time.ts';
import { registrations, reminders } from '../../src/server/database/schema.ts';
import {
  changeMember,
  editMember,
  erasePerson,
  memberChanges,
} from '../../src/server/people/index.ts';
import { decideReminder, planMissingReminders } from '../../src/server/reminders/index.ts';
import {
  cancelForStudent,
  chooseClass,
  moveForStudent,
  moveRegistration,
} from '../../src/server/schedule/index.ts';
import { openPortal, type Portal } from './portal.ts';
import { atOnce, firstDate, otherDates, type Registered, racesOf } from './races.ts';
import { addClassOn, clearClasses } from './students.ts';

type Races = Awaited<ReturnType<typeof racesOf>>;

const timeout = { timeout: 120_000 };
const [sameWeek, nextWeek] = otherDates as [CalendarDate, CalendarDate];
const dates = [sameWeek, nextWeek, firstDate];

function setUp() {
  const world = {} as { portal: Portal; races: Races };
  beforeAll(async () => {
    world.portal = await openPortal({ runsJobs: false });
    world.races = await racesOf(world.portal);
  });
  afterAll(() => world.portal[Symbol.asyncDispose]());
  beforeEach(() => clearClasses(world.portal));

  return {
    world,
    moveBetween:
      (classId: number, ...days: CalendarDate[]) =>
      (round: number) =>
        world.races.moveClass(classId, days[round % days.length] as CalendarDate),
    rescheduleBetween: (students: Registered[], ...classIds: [number, number]) =>
      students.map(
        ({ id, registrationId }) =>
          (round: number) =>
            moveRegistration(world.portal, id, {
              registrationId,
              newClassId: classIds[round % 2] as number,
              kind: 'reschedule',
              ip: world.races.actor.ip,
            }),
      ),
    decideFor: (students: Registered[]) => async () => {
      for (const { id } of await world.races.openReminders(students))
        await decideReminder(world.portal, id);
    },
  };
}

export function raceForClasses(rounds: Record<'decisions' | 'moves' | 'acts', number>): void {
  const { world, moveBetween, rescheduleBetween } = setUp();

  test('moving a class while its reminders are decided causes no deadlock', timeout, async () => {
    const { portal, races } = world;
    const classId = await addClassOn(portal, firstDate);
    const students = await races.registerStudents(classId, 3);
    let sent = 0;
    const decide = async () => {
      for (const { id, startsAt } of await races.openReminders(students)) {
        const decision = await decideReminder(portal, id);
        if (!('send' in decision)) continue;
        // Each reminder must name the time it was planned for, not an earlier or later one.
        const day = Number(pacificDate(startsAt as Date).slice(-2));
        expect(decision.send.writeWords().body).toContain(`December ${day} at`);
        sent += 1;
      }
    };
    await atOnce(rounds.decisions, [moveBetween(classId, ...dates), decide, decide]);
    await decide();
    expect(sent).toBeGreaterThan(0);
    expect(pacificDate(await races.startOf(classId))).toBe(firstDate);
    await races.expectRightReminders(students);
  });

  test('moving a class while students move in and out causes no deadlock', timeout, async () => {
    const { portal, races } = world;
    const classId = await addClassOn(portal, firstDate);
    const elsewhere = await addClassOn(portal, firstDate, '6PM');
    // Use many students with a few moves each, because the limit is 30 moves per 15 minutes.
    const students = await races.registerStudents(classId, 10);
    await atOnce(rounds.moves, [
      ...rescheduleBetween(students, elsewhere, classId),
      moveBetween(classId, sameWeek, firstDate),
    ]);
    expect(timeSlotOf(await races.startOf(classId))).toBe('4PM');
    await races.expectRightReminders(students);
  });

  test(
    'staff, students and the class itself moving at once cause no deadlock',
    timeout,
    async () => {
      const { portal, races } = world;
      const classId = await addClassOn(portal, firstDate);
      const elsewhere = await addClassOn(portal, firstDate, '6PM');
      const students = await races.registerStudents(classId, 5);
      const { actor } = races;
      const act = students.map(({ id: studentId, registrationId }) => async (round: number) => {
        const seen = { studentId, registrationId, version: undefined };
        const to = { classId: round % 2 === 0 ? elsewhere : classId };
        if (round % 3 === 0) await cancelForStudent(portal, actor, seen, { reason: 'in a test' });
        await moveForStudent(portal, actor, seen, to);
      });
      await atOnce(rounds.acts, [
        ...act,
        ...rescheduleBetween(students, classId, elsewhere),
        moveBetween(classId, sameWeek, firstDate),
      ]);
      await races.expectRightReminders(students);
    },
  );
}

export function raceForPeople(
  rounds: Record<'resets' | 'moves' | 'erasures' | 'returns', number>,
): void {
  const { world, moveBetween, decideFor } = setUp();

  test(
    'resetting students while their class moves and is planned causes no deadlock',
    timeout,
    async () => {
      const { portal, races } = world;
      const classId = await addClassOn(portal, firstDate);
      const students = await races.registerStudents(classId, rounds.resets + 2);
      const resets = students.map((student, at) => async (round: number) => {
        const seen = { id: student.id, version: undefined, role: 'student' } as const;
        const edited = await editMember(portal, races.actor, seen, {
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
      const plan = async () => {
        await portal.database.delete(reminders).where(isNull(reminders.claimedAt));
        await planMissingReminders(portal.database, portal.clock.now());
      };
      const others = [decideFor(students), plan, moveBetween(classId, nextWeek, firstDate)];
      await Promise.all([atOnce(rounds.resets, resets), atOnce(rounds.moves, others)]);
      await planMissingReminders(portal.database, portal.clock.now());
      await races.expectRightReminders(students);
    },
  );

  test('erasing students while their class moves causes no deadlock', timeout, async () => {
    const { portal, races } = world;
    const classId = await addClassOn(portal, firstDate);
    const students = await races.registerStudents(classId, rounds.erasures);
    const erase = async (round: number) => {
      const { id, email } = students[round] as Registered;
      await erasePerson(portal, races.actor, id, email);
    };
    const decide = decideFor(students);
    await atOnce(students.length, [erase, decide, decide, moveBetween(classId, ...dates)]);
    const held = await portal.database.$count(
      registrations,
      and(eq(registrations.classId, classId), isNull(registrations.endedAt)),
    );
    expect(held).toBe(0);
  });

  test(
    'making students alumni and back while their class moves causes no deadlock',
    timeout,
    async () => {
      const { portal, races } = world;
      const classId = await addClassOn(portal, firstDate);
      const students = await races.registerStudents(classId, rounds.returns + 1);
      const { actor } = races;
      const leaveAndComeBack = students.map(({ id }) => async () => {
        const left = await changeMember(portal, actor, id, memberChanges.makeAlumnus());
        expect(left.cleared).toBe(1);
        const comeBack = memberChanges.makeStudent({ sendLink: false });
        const { person, returned } = await changeMember(portal, actor, id, comeBack);
        expect(returned).toMatchObject({ back: [{}], left: [] });
        expect(person.textContinueClicked).toBe(true);
      });
      const others = [decideFor(students), moveBetween(classId, nextWeek, firstDate)];
      await atOnce(rounds.returns, [...leaveAndComeBack, ...others]);
      await races.expectRightReminders(students);
    },
  );
}
