import { toStop } from '../messaging/text-words.ts';
import type { Settings } from '../settings.ts';

/** In the words that the carriers ask for. By its sentence it is told from other texts. */
export function optInText(
  { organisation, courseShortName }: Settings['site'],
  isStudent: boolean,
): { body: string; searchText: string } {
  const what = isStudent
    ? `${courseShortName} class reminders, 2 a week`
    : 'event reminders, 1 a week';
  const searchText = 'Msg and data rates may apply. Reply HELP for help.';
  return { body: `${organisation}: you will get ${what}. ${searchText} ${toStop}`, searchText };
}
