import { addDays, addMonths, addWeeks } from './calendar-date.ts';
import {
  ALUMNI_TEXT_HOUR,
  CLASS_REMINDERS_AHEAD_MS,
  MISSED_MESSAGE_AFTER_MS,
  MISSED_MESSAGE_LATEST_MS,
  QUIET_FROM_HOUR,
  QUIET_UNTIL_HOUR,
  RETREAT_REMINDER_MONTHS,
} from './course.ts';
import {
  onPacificDate,
  pacificDate,
  pacificHour,
  pacificInstant,
  pacificWeekOf,
} from './pacific-time.ts';

export type ClassReminder = keyof typeof CLASS_REMINDERS_AHEAD_MS;

/** The same instant by day; within the quiet hours, the end of them. */
export function afterQuietHours(instant: Date): Date {
  const hour = pacificHour(instant);
  const today = pacificDate(instant);
  if (hour < QUIET_UNTIL_HOUR) return pacificInstant(today, QUIET_UNTIL_HOUR, 0);
  if (hour >= QUIET_FROM_HOUR) return pacificInstant(addDays(today, 1), QUIET_UNTIL_HOUR, 0);
  return instant;
}

/** Null where the quiet hours leave no time before the class. */
export function classReminderDue(kind: ClassReminder, startsAt: Date): Date | null {
  const due = afterQuietHours(new Date(startsAt.getTime() - CLASS_REMINDERS_AHEAD_MS[kind]));
  return due < startsAt ? due : null;
}

/** The day's reminder is of no more use once the hour's is due, and none once the class has begun. */
export function isTooLateToRemind(kind: ClassReminder, startsAt: Date, now: Date): boolean {
  const next = kind === 'class-day' ? classReminderDue('class-hour', startsAt) : null;
  return now >= (next ?? startsAt);
}

/** When whoever missed a class is told so. */
export function missedMessageDue(startsAt: Date): Date {
  return afterQuietHours(new Date(startsAt.getTime() + MISSED_MESSAGE_AFTER_MS));
}

export function isTooLateToTellMissed(startsAt: Date, now: Date): boolean {
  return now.getTime() > startsAt.getTime() + MISSED_MESSAGE_LATEST_MS;
}

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * When to look again at a class of which it is not known yet who came: after the first look soon, since what tells it may
 * be on its way.
 */
export function nextLookAtMissed(startsAt: Date, lastDue: Date, now: Date): Date {
  const isFirst = lastDue.getTime() === missedMessageDue(startsAt).getTime();
  return afterQuietHours(new Date(now.getTime() + (isFirst ? MINUTE_MS : HOUR_MS)));
}

/** At the time of day of class 10, two months after it. */
export function retreatReminderDue(lastClass: Date): Date {
  const day = addMonths(pacificDate(lastClass), RETREAT_REMINDER_MONTHS);
  return afterQuietHours(onPacificDate(lastClass, day));
}

/**
 * The week that alumni are told of now: from this Monday's text to the next one, so that no session
 * falls between two. Null on other days, and on Monday before the hour or in the quiet hours.
 */
export function alumniWeekToTell(now: Date): { from: Date; until: Date } | null {
  const monday = addDays(pacificWeekOf(now), 1);
  const from = pacificInstant(monday, ALUMNI_TEXT_HOUR, 0);
  const isToday = pacificDate(now) === monday;
  if (!isToday || now < from || afterQuietHours(now) > now) return null;
  return { from, until: pacificInstant(addWeeks(monday, 1), ALUMNI_TEXT_HOUR, 0) };
}
