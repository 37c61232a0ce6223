import type { Settings } from '../settings.ts';

export function helpText({
  organisation,
  courseShortName,
  supportEmail,
}: Settings['site']): string {
  return `${organisation}: reminders of your ${courseShortName} classes, sessions and retreats. Help: ${supportEmail}. Message and data rates may apply. Reply STOP to end reminders.`;
}
