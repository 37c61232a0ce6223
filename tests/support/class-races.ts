import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import { pacificDate, timeSlotOf } from '../../src/course/pacific-time.ts';
import { decideReminder } from '../../src/server/reminders/index.ts';
import {
  cancelForStudent,
  moveForStudent,
  moveRegistration,
} from '../../src/server/schedule/index.ts';
import { openPortal, type Portal } from './portal.ts';
import { atOnce, firstDate, otherDates, racesOf } from './races.ts';
import { addClassOn, clearClasses } from './students.ts';

interface Amounts {
  decisions: number;
  moves: number;
  acts: number;
}

/** Registers the tests of what is done to a class and to places in it at once, so many rounds of each. */
export function raceForClasses(rounds: Amounts): void {
  let portal: Portal;
  let races: Awaited<ReturnType<typeof racesOf>>;

  beforeAll(async () => {
    portal = await openPortal({ runsJobs: false });
    races = await racesOf(portal);
  });
  afterAll(() => portal[Symbol.asyncDispose]());
  beforeEach(() => clearClasses(portal));

  test('a class is moved and its reminders are decided on at once, again and again, without a deadlock', {
    timeout: 120_000,
  }, async () => {
    const classId = await addClassOn(portal, firstDate);
    const students = await races.registerStudents(classId, 3);
    let sent = 0;
    const decide = async () => {
      for (const { id, startsAt } of await races.openReminders(students)) {
        const decision = await decideReminder(portal, id);
        if (!('send' in decision)) continue;
        // What is sent names the time for which it was planned, never the one before or after.
        const day = Number(pacificDate(startsAt as Date).slice(-2));
        expect(decision.send.words.body).toContain(`December ${day} at`);
        sent += 1;
      }
    };
    const dates = [...otherDates, firstDate];
    const move = (round: number) => races.moveClass(classId, dates[round % 3] as CalendarDate);
    await atOnce(rounds.decisions, [move, decide, decide]);
    await decide();
    expect(sent).toBeGreaterThan(0);
    expect(pacificDate(await races.startOf(classId))).toBe(firstDate);
    await races.expectRightReminders(students);
  });

  test('a class is moved while a student moves into it and out of it, without a deadlock', {
    timeout: 120_000,
  }, async () => {
    const classId = await addClassOn(portal, firstDate);
    const elsewhere = await addClassOn(portal, firstDate, '6PM');
    // Many students with few moves each: nobody may move more than 30 times in a quarter of an hour.
    const students = await races.registerStudents(classId, 10);
    const goAndComeBack = students.map(
      ({ id, registrationId }) =>
        (round: number) =>
          moveRegistration(portal, id, {
            registrationId,
            newClassId: round % 2 === 0 ? elsewhere : classId,
            kind: 'reschedule',
            ip: races.actor.ip,
          }),
    );
    const [sameWeek] = otherDates as [CalendarDate];
    const move = (round: number) => races.moveClass(classId, round % 2 ? firstDate : sameWeek);
    await atOnce(rounds.moves, [...goAndComeBack, move]);
    expect(timeSlotOf(await races.startOf(classId))).toBe('4PM');
    await races.expectRightReminders(students);
  });

  test('staff move and cancel places while students move them and their class moves, without a deadlock', {
    timeout: 120_000,
  }, async () => {
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
    const own = students.map(
      ({ id, registrationId }) =>
        (round: number) =>
          moveRegistration(portal, id, {
            registrationId,
            newClassId: round % 2 === 0 ? classId : elsewhere,
            kind: 'reschedule',
            ip: races.actor.ip,
          }),
    );
    const [sameWeek] = otherDates as [CalendarDate];
    const move = (round: number) => races.moveClass(classId, round % 2 ? firstDate : sameWeek);
    await atOnce(rounds.acts, [...act, ...own, move]);
    await races.expectRightReminders(students);
  });
}
