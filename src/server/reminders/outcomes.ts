import type { Reader } from '../database/connect.ts';
import { updateRows } from '../database/rows.ts';
import { reminders } from '../database/schema.ts';

type Listener = (due: Date) => void;

export const needsNoRetreat = 'needs no retreat';

export const movedOrCanceled = 'moved or canceled';

/** `outcome` is 'sent', or the reason why we didn't send the reminder. */
export async function settleReminder(
  writer: Reader,
  id: number | number[],
  outcome: string,
  now: Date,
) {
  await updateRows(writer, reminders, { id }, { outcome, settledAt: now });
}

export async function postponeReminder(writer: Reader, id: number, dueAt: Date) {
  await updateRows(writer, reminders, { id }, { dueAt, claimedAt: null });
  announceDue([dueAt]);
}

const listeners = new Set<Listener>();

/**
 * Call this for every reminder planned in this process, so that `openReminderWatch` notices it before its next poll.
 */
export function announceDue(times: Date[]): void {
  for (const due of times) for (const listener of listeners) listener(due);
}

export function listenForDue(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
