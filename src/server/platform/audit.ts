import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { auditLog } from '../database/schema.ts';

/** Who acts, and from which IP address. */
export interface Actor {
  id: number;
  ip: string;
}

/** `contract/audit-actions.ts` has the words for every action. */
type Entry = typeof auditLog.$inferInsert & { action: AuditAction };

/** Who acts, where that may also be whoever runs the portal's machine: nobody has an id or an IP address there. */
export type AuditedActor = Actor | { id: null; ip: null; via: 'command line' };

export const commandLineActor: AuditedActor = { id: null, ip: null, via: 'command line' };

/** The columns that say who it was. */
export function columnsOf(actor: AuditedActor): Pick<Entry, 'actorId' | 'ip' | 'via'> {
  return { actorId: actor.id, ip: actor.ip, via: 'via' in actor ? actor.via : null };
}

const currentWay = new AsyncLocalStorage<Entry['via']>();

/** Runs what somebody asks for, with this noted in each of its entries. */
export function actVia<Result>(via: Entry['via'], act: () => Result): Result {
  return currentWay.run(via, act);
}

/** Who did what to whom, and when. Rows are never changed; the database refuses it. */
export async function recordAudit(
  database: Database | Transaction,
  ...entries: Entry[]
): Promise<void> {
  const via = currentWay.getStore();
  await database
    .insert(auditLog)
    .values(entries.map((entry) => ({ ...entry, via: entry.via ?? via })));
}
