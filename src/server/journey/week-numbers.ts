import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AttendanceRate, WeekNumbers } from '../../contract/journey.ts';
import { addWeeks, type CalendarDate } from '../../course/calendar-date.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { dayOfWeek, formatTime } from '../../course/format-time.ts';
import {
  pacificInstant,
  pacificWeekOf,
  pacificWeekWindow,
  wallClock,
} from '../../course/pacific-time.ts';
import { ownSignIns } from '../accounts/index.ts';
import { countAttendance } from '../attendance/index.ts';
import type { Database } from '../database/connect.ts';
import {
  auditLog,
  classes,
  makeups,
  people,
  registrations,
  sentMessages,
} from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import type { Services } from '../platform/services.ts';

interface Window {
  start: Date;
  end: Date;
}

export async function readWeekNumbers(
  { database, clock }: Services,
  requested: CalendarDate | undefined,
): Promise<WeekNumbers> {
  const now = clock.now();
  const week = requested
    ? pacificWeekOf(pacificInstant(requested, 12, 0))
    : addWeeks(pacificWeekOf(now), -1);
  const window = pacificWeekWindow(week);
  const [held, makeupCount, registrationCount, signIns, messages] = await Promise.all([
    readClasses(database, window, now),
    count(database, makeups, makeups.chosenAt, window, isNull(makeups.undoneAt)),
    count(database, registrations, registrations.createdAt, window),
    count(database, auditLog, auditLog.at, window, inArray(auditLog.action, ownSignIns)),
    countMessages(database, window),
  ]);
  const instructors = Map.groupBy(held, ({ instructor }) => instructor ?? 'No instructor');
  const slots = Map.groupBy(held.toSorted(byWallTime), ({ startsAt }) => slotOf(startsAt));
  return {
    week,
    isOver: window.end <= now,
    instructors: [...instructors].map(rateOf).toSorted((a, b) => a.name.localeCompare(b.name)),
    slots: [...slots].map(rateOf),
    classes: {
      expected: sum(held, expectedOf),
      came: sum(held, ({ came }) => came),
      missed: sum(held, ({ missed }) => missed),
      unclear: sum(held, ({ unclear }) => unclear),
      excused: sum(held, ({ excused }) => excused),
    },
    makeups: makeupCount,
    registrations: registrationCount,
    signIns,
    ...messages,
  };
}

async function readClasses(database: Database, { start, end }: Window, now: Date) {
  const overBefore = new Date(now.getTime() - CLASS_DURATION_MS);
  const found = await database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      instructor: sql<string | null>`${people.firstName} || ' ' || ${people.lastName}`,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(
      and(
        isStanding,
        sql`${classes.wasHeld} is not false`,
        gte(classes.startsAt, start),
        lt(classes.startsAt, end),
        lt(classes.startsAt, overBefore),
      ),
    );
  const counts = await countAttendance(
    database,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, ...courseClass }) => {
    const counted = counts.get(id);
    return counted ? { ...courseClass, ...counted } : [];
  });
}

type Held = Awaited<ReturnType<typeof readClasses>>[number];

const expectedOf = ({ registered, excused }: Held) => registered - excused;

function rateOf([name, held]: [string, Held[]]): AttendanceRate {
  return {
    name,
    classes: held.length,
    expected: sum(held, expectedOf),
    came: sum(held, ({ came }) => came),
  };
}

function sum(held: readonly Held[], read: (one: Held) => number): number {
  return held.reduce((total, one) => total + read(one), 0);
}

const slotOf = (startsAt: Date) => `${dayOfWeek(startsAt)}, ${formatTime(startsAt)}`;

/** Compares wall-clock times, so that a week with a daylight-saving change stays in order. */
function byWallTime(a: Held, b: Held): number {
  return wallClock(a.startsAt).getTime() - wallClock(b.startsAt).getTime();
}

async function count(
  database: Database,
  table: PgTable,
  time: AnyPgColumn,
  { start, end }: Window,
  which?: SQL,
): Promise<number> {
  return database.$count(table, and(gte(time, start), lt(time, end), which));
}

async function countMessages(database: Database, { start, end }: Window) {
  const { channel, status, createdAt } = sentMessages;
  const rows = await database
    .select({ channel, status, count: sql<number>`count(*)::int` })
    .from(sentMessages)
    .where(and(gte(createdAt, start), lt(createdAt, end)))
    .groupBy(channel, status);
  const countOf = (by: string, state: string) =>
    rows.find((row) => row.channel === by && row.status === state)?.count ?? 0;
  return {
    texts: {
      delivered: countOf('text', 'delivered'),
      sent: countOf('text', 'sent'),
      failed: countOf('text', 'failed'),
      waiting: countOf('text', 'queued'),
    },
    mails: {
      sent: countOf('email', 'sent') + countOf('email', 'delivered'),
      failed: countOf('email', 'failed'),
      waiting: countOf('email', 'queued'),
    },
  };
}
