import type { AdminNotice } from '../../contract/operations.ts';
import { findOverlapTrouble } from '../meetings/index.ts';
import { findMailTrouble } from '../messaging/mail-hold.ts';
import { describeRefusedMails, findTextTrouble } from '../messaging/text-trouble.ts';
import type { Services } from '../platform/services.ts';

/** Each thing that concerns many people at once, said once and not in every row. */
export async function findNotices({
  database,
  settings,
  clock,
}: Pick<Services, 'database' | 'settings' | 'clock'>): Promise<AdminNotice[]> {
  const mails = await findMailTrouble(database);
  const refused = await describeRefusedMails(database);
  const { held, undelivered } = await findTextTrouble(database);
  const overlaps = await findOverlapTrouble(database, settings, clock.now());
  return [
    ...(overlaps ? [{ title: 'Classes overlap', sentence: overlaps }] : []),
    ...(mails ? [{ title: 'Mails are waiting', sentence: mails }] : []),
    ...(refused ? [{ title: 'Most mails are refused', sentence: refused }] : []),
    ...held.map((sentence) => ({ title: 'Texts are waiting', sentence })),
    ...(undelivered ? [{ title: 'Most texts do not arrive', sentence: undelivered }] : []),
  ];
}
