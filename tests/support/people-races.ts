import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/course/calendar-date.ts';
import { registrations, reminders } from '../../src/server/database/schema.ts';
import {
  changeMember,
  editStudent,
  erasePerson,
  memberChanges,
} from '../../src/server/people/index.ts';
import { decideReminder, planMissingReminders } from '../../src/server/reminders/index.ts';
import { chooseClass } from '../../src/server/schedule/index.ts';
import { openPortal, type Portal } from './portal.ts';
import { atOnce, firstDate, otherDates, type Registered, racesOf } from './races.ts';
import { addClassOn, clearClasses } from './students.ts';

interface Amounts {
  resets: number;
  moves: number;
  erasures: number;
  returns: number;
}

/** Registers the tests of what is done to people while their class changes, so many rounds of each. */
export function raceForPeople(rounds: Amounts): void {
  let portal: Portal;
  let races: Awaited<ReturnType<typeof racesOf>>;

  beforeAll(async () => {
    portal = await openPortal({ runsJobs: false });
    races = await racesOf(portal);
  });
  afterAll(() => portal[Symbol.asyncDispose]());
  beforeEach(() => clearClasses(portal));

  test('students are reset and given new phones while their class is moved, decided on and planned for, without a deadlock', {
    timeout: 120_000,
  }, async () => {
    const classId = await addClassOn(portal, firstDate);
    const students = await races.registerStudents(classId, rounds.resets + 2);
    const resets = students.map((student, at) => async (round: number) => {
      const seen = { id: student.id, version: undefined };
      const edited = await editStudent(portal, races.actor, seen, {
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
      for (const { id } of await races.openReminders(students)) await decideReminder(portal, id);
    };
    const plan = async () => {
      await portal.database.delete(reminders).where(isNull(reminders.claimedAt));
      await planMissingReminders(portal.database, portal.clock.now());
    };
    const move = (round: number) =>
      races.moveClass(classId, round % 2 ? firstDate : (otherDates[1] as CalendarDate));
    await Promise.all([atOnce(rounds.resets, resets), atOnce(rounds.moves, [decide, plan, move])]);
    await planMissingReminders(portal.database, portal.clock.now());
    await races.expectRightReminders(students);
  });

  test('students are erased while their class is moved and their reminders are decided on, without a deadlock', {
    timeout: 120_000,
  }, async () => {
    const classId = await addClassOn(portal, firstDate);
    const students = await races.registerStudents(classId, rounds.erasures);
    const erase = async (round: number) => {
      const { id, email } = students[round] as Registered;
      await erasePerson(portal, races.actor, id, email);
    };
    const decide = async () => {
      for (const { id } of await races.openReminders(students)) await decideReminder(portal, id);
    };
    const dates = [...otherDates, firstDate];
    const move = (round: number) => races.moveClass(classId, dates[round % 3] as CalendarDate);
    await atOnce(students.length, [erase, decide, decide, move]);
    const held = await portal.database.$count(
      registrations,
      and(eq(registrations.classId, classId), isNull(registrations.endedAt)),
    );
    expect(held).toBe(0);
  });

  test('students become alumni and students again while their class is moved and decided on, without a deadlock', {
    timeout: 120_000,
  }, async () => {
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
    const decide = async () => {
      for (const { id } of await races.openReminders(students)) await decideReminder(portal, id);
    };
    const move = (round: number) =>
      races.moveClass(classId, round % 2 ? firstDate : (otherDates[1] as CalendarDate));
    await atOnce(rounds.returns, [...leaveAndComeBack, decide, move]);
    await races.expectRightReminders(students);
  });
}
