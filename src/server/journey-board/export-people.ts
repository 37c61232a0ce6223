import { stringify } from 'csv-stringify/sync';
import type { JourneyList } from '../../contract/journey-board.ts';
import { pacificWallText } from '../../course/pacific-time.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { writePhoneCell } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { findMembers } from './groups.ts';
import { describePeople } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock'>;

const columns = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'since',
  'next_class',
  'next_class_number',
  'last_sign_in',
];

const rowsAtOnce = 500;

/** A group as CSV with Pacific times, a part at a time: who is in it is settled when it begins. */
export async function exportJourneyPeople(
  { database, clock }: Deps,
  actor: Actor,
  list: JourneyList,
): Promise<AsyncGenerator<string>> {
  const now = clock.now();
  const members = await findMembers(database, list, now, { limit: 1_000_000 });
  await audit(database, actor, now, 'list: exported', {
    subject: `list:journey ${list.group}`,
    after: { only: list.only ?? null, people: members.length },
  });
  return write();

  async function* write() {
    // Spreadsheets need the byte order mark for UTF-8.
    yield stringify([columns], { bom: true, record_delimiter: 'windows' });
    for (let from = 0; from < members.length; from += rowsAtOnce) {
      const ids = members.slice(from, from + rowsAtOnce).map(({ id }) => id);
      const people = await describePeople(database, ids, list.group, now);
      const rows = people.map(({ firstName, lastName, email, phone, nextClass, ...times }) => [
        ...[firstName, lastName, email, writePhoneCell(phone), showTime(times.since)],
        ...[showTime(nextClass?.startTime), nextClass?.classNumber, showTime(times.lastSignInAt)],
      ]);
      // What would be a formula gets an apostrophe in front.
      yield stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
    }
  }
}

function showTime(instant: string | null | undefined): string {
  return instant ? pacificWallText(new Date(instant)).replace('T', ' ') : '';
}
