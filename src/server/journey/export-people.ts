import type { JourneyList } from '../../contract/journey.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { CSV_ROWS_PER_PAGE, csvTime, streamCsv } from '../platform/csv.ts';
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
  const readPage = () => {
    const ids = members.splice(0, CSV_ROWS_PER_PAGE).map(({ id }) => id);
    return describePeople(database, ids, list.group, now);
  };
  return streamCsv(columns, readPage, (person) => [
    ...[person.firstName, person.lastName, person.email, writePhoneCell(person.phone)],
    ...[person.since, person.nextClass?.startTime].map(csvTime),
    ...[person.nextClass?.classNumber, csvTime(person.lastSignInAt)],
  ]);
}
