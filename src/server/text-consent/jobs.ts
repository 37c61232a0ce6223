import type { Transaction } from '../database/connect.ts';
import type { consentEvents } from '../database/schema.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

interface OptIn {
  personId: number;
  consentEventId: number;
  /** Set where staff had the text sent again. */
  again?: string;
}

export const confirmOptInJob = defineJob<OptIn>('text-opt-in-confirmation');

/**
 * For somebody who had not agreed to texts before this event: if it is a yes, one text says what they agreed to and
 * how to stop it. Whoever replies START is answered by the provider.
 */
export async function confirmOptIn(
  queue: Queue,
  transaction: Transaction,
  { id, personId, consent }: typeof consentEvents.$inferSelect,
): Promise<void> {
  if (!consent) return;
  await queue.add(transaction, confirmOptInJob, { personId, consentEventId: id });
}
