import type { Reader } from '../database/connect.ts';
import { updateRows } from '../database/rows.ts';
import { reminders } from '../database/schema.ts';

type Listener = (due: Date) => void;

/** The outcome of a retreat reminder if the student already has a retreat or is a transfer student. */
export const needsNoRetreat = 'needs no retreat';

/** The outcome of a reminder if the student no longer has a place in the class, or if the class has moved. */
export const movedOrCanceled = 'moved or canceled';

/** `outcome` is 'sent', or the reason why we didn't send the reminder. */
export async function settleReminder(writer: Reader, id: number, outcome: string, now: Date) {
  await updateRows(writer, reminders, { id }, { outcome, settledAt: now });
}

export async function postponeReminder(writer: Reader, id: number, dueAt: Date) {
  await updateRows(writer, reminders, { id }, { dueAt, claimedAt: null });
  announceDue([dueAt]);
}

const listeners = new Set<Listener>();

/** Call this for every reminder planned in this process, so that `openReminderWatch` doesn't have to poll for it. */
export function announceDue(times: Date[]): void {
  for (const due of times) for (const listener of listeners) listener(due);
}

/** Returns a function that stops listening. */
export function listenForDue(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
