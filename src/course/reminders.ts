import { addDays, addMonths, addWeeks } from './calendar-date.ts';
import {
  ALUMNI_TEXT_HOUR,
  CLASS_REMINDERS_AHEAD_MS,
  HOUR_MS,
  MINUTE_MS,
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

/** Returns null if quiet hours don’t end before the class starts. */
export function classReminderDue(kind: ClassReminder, startsAt: Date): Date | null {
  const due = afterQuietHours(new Date(startsAt.getTime() - CLASS_REMINDERS_AHEAD_MS[kind]));
  return due < startsAt ? due : null;
}

/** All reminders are too late once the class starts. The 24-hour reminder is too late once the 1-hour one is due. */
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

/** Returns the next time to check: a minute after the first check, then hourly, because the report may still arrive. */
export function nextLookAtMissed(startsAt: Date, lastDue: Date, now: Date): Date {
  const isFirst = lastDue.getTime() === missedMessageDue(startsAt).getTime();
  return afterQuietHours(new Date(now.getTime() + (isFirst ? MINUTE_MS : HOUR_MS)));
}

/** Returns the time two months after class 10, or the end of quiet hours if that time is within them. */
export function retreatReminderDue(lastClass: Date): Date {
  const day = addMonths(pacificDate(lastClass), RETREAT_REMINDER_MONTHS);
  return afterQuietHours(onPacificDate(lastClass, day));
}

/** Returns the week that this Monday’s text to alumni covers, or null if it isn’t time to send the text. */
export function alumniWeekDue(now: Date): { from: Date; until: Date } | null {
  const monday = addDays(pacificWeekOf(now), 1);
  const from = pacificInstant(monday, ALUMNI_TEXT_HOUR, 0);
  const isToday = pacificDate(now) === monday;
  if (!isToday || now < from || afterQuietHours(now) > now) return null;
  return { from, until: pacificInstant(addWeeks(monday, 1), ALUMNI_TEXT_HOUR, 0) };
}
