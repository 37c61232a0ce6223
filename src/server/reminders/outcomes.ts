import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import { reminders } from '../database/schema.ts';
import { announceDue } from './announce-due.ts';

/** The outcome of a retreat's reminder to somebody who has one, or is a transfer student. */
export const needsNoRetreat = 'needs no retreat';

type Writer = Database | Transaction;

/** The outcome of a reminder of a class in which the person has no place when it is due. */
export const movedOrCancelled = 'moved or cancelled';

/** Nothing more comes of it. The outcome is 'sent', or says why it was not. */
export async function settleReminder(writer: Writer, id: number, outcome: string, now: Date) {
  await writer.update(reminders).set({ outcome, settledAt: now }).where(eq(reminders.id, id));
}

/** It is looked at again at that time. */
export async function postponeReminder(writer: Writer, id: number, dueAt: Date) {
  await writer.update(reminders).set({ dueAt, claimedAt: null }).where(eq(reminders.id, id));
  announceDue([dueAt]);
}
