import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { consentEvents, type Person } from '../database/schema.ts';

/*
 * A yes is to what was shown: a student's to reminders of their classes, an alumnus's to news of sessions and events. So
 * neither counts for the other role.
 */

const endedWithStudent =
  'Ended because they became one of the alumni: the yes was to reminders of their classes. They are asked anew.';
const endedWithAlumnus =
  'Ended because they became a student again: the yes was to news for alumni. They are asked anew.';
const countsAgain =
  'Counts again because they are a student again: their own yes to reminders of their classes, which ended only because they had become one of the alumni.';

interface Change {
  personId: number;
  ip: string;
  at: Date;
}

/** For a student who gets texts and becomes one of the alumni. */
export function endStudentConsent(transaction: Transaction, change: Change): Promise<void> {
  return record(transaction, change, false, endedWithStudent);
}

/**
 * For an alumnus who becomes a student again. Whoever has said nothing since they became one of the alumni gets texts as
 * before; whoever has is asked anew. Answers whether they get texts.
 */
export async function restoreStudentConsent(
  transaction: Transaction,
  change: Change,
  { textConsent, textPhone }: Person,
): Promise<boolean> {
  if (textConsent) {
    await record(transaction, change, false, endedWithAlumnus);
    return false;
  }
  const [last] = await transaction
    .select({ shown: consentEvents.shown })
    .from(consentEvents)
    .where(eq(consentEvents.personId, change.personId))
    .orderBy(desc(consentEvents.id))
    .limit(1);
  if (last?.shown !== endedWithStudent || !textPhone) return false;
  await record(transaction, change, true, countsAgain);
  return true;
}

async function record(
  transaction: Transaction,
  { personId, ip, at }: Change,
  consent: boolean,
  shown: string,
) {
  await transaction
    .insert(consentEvents)
    .values({ personId, consent, shown, source: 'staff', ip, at });
}
