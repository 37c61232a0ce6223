import type { Settings } from '../settings.ts';

/** Ends every text that people agreed to get. */
export const toStop = 'Reply STOP to end.';

/** The answer to HELP. */
export function helpText({
  organisation,
  courseShortName,
  supportEmail,
}: Settings['site']): string {
  return `${organisation}: ${courseShortName} reminders. Help: ${supportEmail}. Msg and data rates may apply. ${toStop}`;
}
