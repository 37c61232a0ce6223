import { stringify } from 'csv-stringify/sync';
import type { AuditEntry, AuditSearch } from '../../contract/history.ts';
import { pacificWallText } from '../../course/pacific-time.ts';
import { type Actor, audit } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { findSought, readEntries } from './audit-log.ts';

type Deps = Pick<Services, 'database' | 'clock'>;

const rowsPerPage = 500;
const columns = ['time (Pacific)', 'who', 'how', 'what', 'about', 'details', 'IP address'];

/** The entries that a search finds, as CSV, a page at a time. */
export async function exportAudit(
  { database, clock }: Deps,
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
  return writePages((before) => readEntries(database, filter, sought, before, rowsPerPage));
}

/** The next page is read when the reader has taken the last one; spreadsheets need the byte order mark for UTF-8. */
async function* writePages(readPage: (before: number | undefined) => Promise<AuditEntry[]>) {
  yield stringify([columns], { bom: true, record_delimiter: 'windows' });
  for (let before: number | undefined; ; ) {
    const page = await readPage(before);
    // What would be a formula gets an apostrophe in front.
    yield stringify(page.map(cellsOf), { escape_formulas: true, record_delimiter: 'windows' });
    before = page.at(-1)?.id;
    if (page.length < rowsPerPage) return;
  }
}

function cellsOf({ at, actor, via, words, subject, changes, ip }: AuditEntry): string[] {
  const details = changes.map(({ field, before, after }) =>
    before === null ? `${field}: ${after}` : `${field}: ${before} → ${after ?? 'none'}`,
  );
  return [
    pacificWallText(new Date(at)).replace('T', ' '),
    actor.name,
    via ?? 'page',
    words,
    subject.name,
    details.join('; ').replace(/\s+/g, ' '),
    ip ?? '',
  ];
}
