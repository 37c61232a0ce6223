import { and, eq, gt, sql } from 'drizzle-orm';
import type { TextRefusal } from '../../course/staff-consent.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { consentEvents } from '../database/schema.ts';

/**
 * Of these people, those whose own last word on texts was a no, and how they said it. What staff entered does not count:
 * a STOP stays a STOP until the person says otherwise.
 */
export async function findTextRefusals(
  reader: Database | Transaction,
  ids: number[],
): Promise<Map<number, TextRefusal>> {
  if (ids.length === 0) return new Map();
  const { rows } = await reader.execute<{ person: number; source: TextRefusal; consent: boolean }>(
    sql`select distinct on (person_id) person_id as person, source, consent from consent_events
      where person_id = any(${sql.param(ids)}::int[]) and source <> 'staff'
      order by person_id, id desc`,
  );
  return new Map(
    rows.flatMap(({ person, source, consent }) => (consent ? [] : [[person, source]])),
  );
}

/** Then nothing is to be confirmed, or a later yes, which has a confirmation of its own. */
export async function hasSaidNoSince(
  reader: Database | Transaction,
  personId: number,
  eventId: number,
): Promise<boolean> {
  const { id, consent, personId: ofPerson } = consentEvents;
  const whereNo = and(eq(ofPerson, personId), eq(consent, false), gt(id, eventId));
  return (await reader.$count(consentEvents, whereNo)) > 0;
}
