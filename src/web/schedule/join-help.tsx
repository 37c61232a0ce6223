import type { ScheduleEntry } from '../../contract/schedule.ts';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { JoinHelpDialog } = lazily(() => import('./join-help-dialog.tsx'));

/** The dialog behind "Trouble joining?", which stands in the card of the next class and in the bar. */
export function useJoinHelp(entries: ScheduleEntry[]) {
  const { open, render } = useDialog<ScheduleEntry>();
  const dialog = render((control, opened) => (
    <JoinHelpDialog entry={entries.find(({ id }) => id === opened.id) ?? opened} {...control} />
  ));
  return { open, dialog };
}
