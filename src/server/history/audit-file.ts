import type { AuditEntry, AuditSearch } from '../../contract/history.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { CSV_ROWS_PER_PAGE, csvTime, streamCsv } from '../platform/csv.ts';
import type { Services } from '../platform/services.ts';
import { findSought, readEntries } from './audit-log.ts';

const columns = ['time (Pacific)', 'who', 'how', 'what', 'about', 'details', 'IP address'];

/** The entries that a search finds, as CSV, a page at a time. */
export async function exportAudit(
  { database, clock }: Services,
  actor: Actor,
  filter: Omit<AuditSearch, 'before'>,
): Promise<AsyncGenerator<string>> {
  const sought = await findSought(database, filter);
  const { about: _about, by: _by, person: _person, actor: _actor, ...rest } = filter;
  await audit(database, actor, clock.now(), 'audit: exported', {
    subject: 'audit',
    // People by their ids: an entry about the portal is not blanked when one of them is erased.
    after: { ...rest, ...sought },
  });
  const readPage = (last: AuditEntry | undefined) =>
    readEntries(database, filter, sought, last?.id, CSV_ROWS_PER_PAGE);
  return streamCsv(columns, readPage, cellsOf);
}

function cellsOf({ at, actor, via, words, subject, changes, ip }: AuditEntry): string[] {
  const details = changes.map(({ field, before, after }) =>
    before === null ? `${field}: ${after}` : `${field}: ${before} → ${after ?? 'none'}`,
  );
  return [
    csvTime(at),
    actor.name,
    via ?? 'page',
    words,
    subject.name,
    details.join('; ').replace(/\s+/g, ' '),
    ip ?? '',
  ];
}
