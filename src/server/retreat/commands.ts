import { and, eq, isNull } from 'drizzle-orm';
import { noSuchThing } from '../../contract/fields.ts';
import { recordAudit } from '../audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import { retreatFields } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
}

export async function markRetreatSeen({ database }: Parts, personId: number): Promise<void> {
  await database
    .update(people)
    .set({ retreatContinueClicked: true })
    .where(eq(people.id, personId));
}

interface Edit {
  id: number;
  retreatTitle: string;
  retreatDescription: string;
}

export async function editRetreat(
  { database, clock }: Parts,
  { id, retreatTitle, retreatDescription }: Edit,
  actor: { id: number; address: string },
) {
  return database.transaction(async (transaction) => {
    const [before] = await transaction
      .select(retreatFields)
      .from(retreatRegistrations)
      .where(and(eq(retreatRegistrations.id, id), isNull(retreatRegistrations.cancelledAt)))
      .for('update');
    if (!before) throw new Refusal(404, noSuchThing);
    const after = { id, retreatTitle, retreatDescription };
    await transaction
      .update(retreatRegistrations)
      .set({ title: retreatTitle, description: retreatDescription })
      .where(eq(retreatRegistrations.id, id));
    await recordAudit(transaction, {
      at: clock.now(),
      actorId: actor.id,
      action: 'retreat: edited',
      subject: `retreat-registration:${id}`,
      before,
      after,
      address: actor.address,
    });
    return after;
  });
}
