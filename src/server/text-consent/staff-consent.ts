import { staffConsentProblem } from '../../course/staff-consent.ts';
import type { Transaction } from '../database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { findTextRefusals } from './queries.ts';

/** Throws where staff want to say yes to texts for somebody who said no, or has no number. The person is locked. */
export async function refuseConsentByStaff(
  transaction: Transaction,
  { id, phone }: { id: number; phone: string | null },
): Promise<void> {
  const refusals = await findTextRefusals(transaction, [id]);
  const why = staffConsentProblem({
    hasPhone: phone !== null,
    textRefusal: refusals.get(id) ?? null,
  });
  if (why) throw new DomainError('consent-is-the-persons', { why });
}
