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

/** Returns the end of quiet hours for an instant within them, and any other instant unchanged. */
export function afterQuietHours(instant: Date): Date {
  const hour = pacificHour(instant);
  const today = pacificDate(instant);
  if (hour < QUIET_UNTIL_HOUR) return pacificInstant(today, QUIET_UNTIL_HOUR, 0);
  if (hour >= QUIET_FROM_HOUR) return pacificInstant(addDays(today, 1), QUIET_UNTIL_HOUR, 0);
  return instant;
}

/** Returns null if there is no time left between quiet hours and the class. */
export function classReminderDue(kind: ClassReminder, startsAt: Date): Date | null {
  const due = afterQuietHours(new Date(startsAt.getTime() - CLASS_REMINDERS_AHEAD_MS[kind]));
  return due < startsAt ? due : null;
}

/** It’s too late for the 24-hour reminder once the 1-hour reminder is due. */
export function isTooLateToRemind(kind: ClassReminder, startsAt: Date, now: Date): boolean {
  const next = kind === 'class-day' ? classReminderDue('class-hour', startsAt) : null;
  return now >= (next ?? startsAt);
}

export function missedMessageDue(startsAt: Date): Date {
  return afterQuietHours(new Date(startsAt.getTime() + MISSED_MESSAGE_AFTER_MS));
}

export function isTooLateForMissedMessage(startsAt: Date, now: Date): boolean {
  return now.getTime() > startsAt.getTime() + MISSED_MESSAGE_LATEST_MS;
}

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** Looks again a minute after the first time and then hourly, because the attendance report may still arrive. */
export function nextLookAtMissed(startsAt: Date, lastDue: Date, now: Date): Date {
  const isFirst = lastDue.getTime() === missedMessageDue(startsAt).getTime();
  return afterQuietHours(new Date(now.getTime() + (isFirst ? MINUTE_MS : HOUR_MS)));
}

/** Two months after class 10, at the same time of day but outside quiet hours. */
export function retreatReminderDue(lastClass: Date): Date {
  const day = addMonths(pacificDate(lastClass), RETREAT_REMINDER_MONTHS);
  return afterQuietHours(onPacificDate(lastClass, day));
}

/** Returns the week from this Monday’s text to the next, or null if we can’t send the text now. */
export function alumniWeekToTell(now: Date): { from: Date; until: Date } | null {
  const monday = addDays(pacificWeekOf(now), 1);
  const from = pacificInstant(monday, ALUMNI_TEXT_HOUR, 0);
  const isToday = pacificDate(now) === monday;
  if (!isToday || now < from || afterQuietHours(now) > now) return null;
  return { from, until: pacificInstant(addWeeks(monday, 1), ALUMNI_TEXT_HOUR, 0) };
}
