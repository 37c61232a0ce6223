import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import { reminders } from '../database/schema.ts';

type Writer = Database | Transaction;
type Listener = (due: Date) => void;

/** The outcome of a retreat reminder for someone who has a retreat or is a transfer student. */
export const needsNoRetreat = 'needs no retreat';

/** The outcome of a reminder for a class in which the person no longer has a place. */
export const movedOrCanceled = 'moved or canceled';

/** The outcome is 'sent', or says why it wasn't. */
export async function settleReminder(writer: Writer, id: number, outcome: string, now: Date) {
  await writer.update(reminders).set({ outcome, settledAt: now }).where(eq(reminders.id, id));
}

export async function postponeReminder(writer: Writer, id: number, dueAt: Date) {
  await writer.update(reminders).set({ dueAt, claimedAt: null }).where(eq(reminders.id, id));
  announceDue([dueAt]);
}

const listeners = new Set<Listener>();

/** Call this for every reminder this process plans, so that its watch needn't poll the database. */
export function announceDue(times: Date[]): void {
  for (const due of times) for (const listener of listeners) listener(due);
}

/** Returns a function that stops listening. */
export function listenForDue(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
