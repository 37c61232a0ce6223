import type { AdminNotice } from '../../contract/operations.ts';
import type { Database } from '../database/connect.ts';
import { findMailTrouble } from '../messaging/mail-hold.ts';
import { findTextTrouble } from '../messaging/text-trouble.ts';

/** Each thing that concerns many people at once, said once and not in every row. */
export async function findNotices(database: Database): Promise<AdminNotice[]> {
  const mails = await findMailTrouble(database);
  const { held, undelivered } = await findTextTrouble(database);
  return [
    ...(mails ? [{ title: 'Mails are waiting', sentence: mails }] : []),
    ...held.map((sentence) => ({ title: 'Texts are waiting', sentence })),
    ...(undelivered ? [{ title: 'Most texts do not arrive', sentence: undelivered }] : []),
  ];
}
