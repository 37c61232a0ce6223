import type { AdminNotice } from '../../contract/operations.ts';
import type { Database } from '../database/connect.ts';
import { findMailTrouble } from '../messaging/mail-hold.ts';

/** Each thing that concerns many people at once, said once and not in every row. */
export async function findNotices(database: Database): Promise<AdminNotice[]> {
  const mails = await findMailTrouble(database);
  return mails ? [{ title: 'Mails are waiting', sentence: mails }] : [];
}
