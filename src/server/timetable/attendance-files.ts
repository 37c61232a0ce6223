import type { QueryOf } from '../../contract/endpoint.ts';
import type { PastClass, pastClassCalls } from '../../contract/timetable.ts';
import { shownAttendance } from '../../course/attendance-states.ts';
import { isFound, readSearch, searchableText } from '../../course/search.ts';
import { readClassAttendance } from '../attendance/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { csvTime, streamCsv } from '../platform/csv.ts';
import { writePhoneCell } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { listGuests } from './class-guests.ts';
import { listPastClasses } from './past-classes.ts';

/** All times are in Pacific time. */
const columns =
  'date,time,type,instructor,first name,last name,email,phone,class number,attendance,source,joined,left,minutes,corrected by,reason'.split(
    ',',
  );
const sourceNames = {
  webhook: 'zoom webhook',
  report: 'zoom report',
  hand: 'by hand',
  import: 'import',
};

/** Exports everyone in the classes that match the search, newest class first. */
export async function exportAttendance(
  services: Services,
  actor: Actor,
  search: QueryOf<typeof pastClassCalls.exportAttendance>,
): Promise<AsyncGenerator<string>> {
  const { class: id, from = null, to = null, student } = search;
  const what = id ? { class: id } : { subject: 'list:attendance', after: { from, to } };
  await audit(services.database, actor, services.clock.now(), 'list: exported', what);
  let before: number | null | undefined;
  const readPage = async () => {
    const rows: Awaited<ReturnType<typeof readRows>> = [];
    // An empty page would end the file, so classes without anyone are skipped.
    while (rows.length === 0 && before !== null) {
      const { classes, next } = await listPastClasses(services, { ...search, before });
      for (const one of classes) rows.push(...(await readRows(services, one, student)));
      before = next;
    }
    return rows;
  };
  return streamCsv(columns, readPage, (cells) => cells);
}

async function readRows({ database, clock }: Services, courseClass: PastClass, student: string) {
  const { id, startTime, classType, instructorName, wasHeld } = courseClass;
  const startsAt = new Date(startTime);
  const now = clock.now();
  const known = await readClassAttendance(database, { id, startsAt }, now);
  const guests = await listGuests(database, id, known, now);
  const search = readSearch(student);
  const found = guests.filter((guest) => isFound(search, searchableText(guest), null));
  return found.map(({ attendance, ...guest }) => {
    const { firstName, lastName, email, phone, classNumber } = guest;
    const correction = guest.correction?.status === 'Withdrawn' ? null : guest.correction;
    const status = shownAttendance(attendance, { startsAt, wasHeld, classNumber }, now);
    const { joinedAt, leftAt, source } = attendance ?? {};
    const from = correction ? 'hand' : source;
    const stayedMs = joinedAt && leftAt && Date.parse(leftAt) - Date.parse(joinedAt);
    const minutes = typeof stayedMs === 'number' ? Math.round(stayedMs / 60_000) : null;
    return [
      ...[...csvTime(startTime).split(' '), classType, instructorName],
      ...[firstName, lastName, email, writePhoneCell(phone), classNumber],
      ...[status === 'Joined' ? 'Unclear' : status, from && sourceNames[from]],
      ...[csvTime(joinedAt), csvTime(leftAt), minutes],
      ...[correction?.by, correction?.reason],
    ];
  });
}
