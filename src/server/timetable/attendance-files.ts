import type { QueryOf } from '../../contract/endpoint.ts';
import type { timetableCalls } from '../../contract/timetable.ts';
import { shownAttendance } from '../../course/attendance-states.ts';
import { fullName } from '../../course/full-name.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { csvTime, streamCsv } from '../platform/csv.ts';
import { writePhoneCell } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { readGuests } from './class-guests.ts';
import { findPeople, listPastClasses } from './past-classes.ts';

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

const mostRecorded = 100;

export async function exportAttendance(
  services: Services,
  actor: Actor,
  search: QueryOf<typeof timetableCalls.exportAttendance>,
): Promise<AsyncGenerator<string>> {
  const { class: id, from, to, student, instructor } = search;
  const { database, clock } = services;
  const findIds = async (text: string) =>
    text ? (await findPeople(database, text)).slice(0, mostRecorded) : undefined;
  await audit(database, actor, clock.now(), 'list: exported', {
    ...(id ? { class: id } : { subject: 'list:attendance' }),
    // Log IDs instead of names, because a name in this entry would remain after the person is erased.
    after: { from, to, personIds: await findIds(student), instructorId: await findIds(instructor) },
  });
  let before: number | null | undefined;
  const readPage = async () => {
    // An empty page would end the file, so we skip pages without rows.
    while (before !== null) {
      const { classes, next } = await listPastClasses(services, { ...search, before });
      before = next;
      const ids = classes.map((one) => one.id);
      const guests = Map.groupBy(await readGuests(database, ids, student), (one) => one.classId);
      const rows = classes.flatMap((one) =>
        (guests.get(one.id) ?? []).map((guest) => cellsOf(one, guest, clock.now())),
      );
      if (rows.length > 0) return rows;
    }
    return [];
  };
  return streamCsv(columns, readPage, (cells) => cells);
}

type PastClass = Awaited<ReturnType<typeof listPastClasses>>['classes'][number];
type Guest = Awaited<ReturnType<typeof readGuests>>[number];

function cellsOf(courseClass: PastClass, guest: Guest, now: Date) {
  const { startTime, classType, instructorName, wasHeld } = courseClass;
  const { person, record } = guest;
  const classNumber = guest.place?.classNumber ?? null;
  const correction = guest.correction?.status === 'Withdrawn' ? null : guest.correction;
  const editor = correction && guest.editor;
  const startsAt = new Date(startTime);
  const status = shownAttendance(record, { startsAt, wasHeld, classNumber }, now);
  const source = correction ? 'hand' : record?.source;
  const { joinedAt, leftAt } = record ?? {};
  const stayedMs = joinedAt && leftAt && leftAt.getTime() - joinedAt.getTime();
  return [
    ...[...csvTime(startTime).split(' '), classType, instructorName],
    ...[person.firstName, person.lastName, person.email, writePhoneCell(person.textPhone)],
    ...[classNumber, status === 'Joined' ? 'Unclear' : status, source && sourceNames[source]],
    ...[csvTime(joinedAt), csvTime(leftAt)],
    typeof stayedMs === 'number' ? Math.round(stayedMs / 60_000) : null,
    ...[editor && fullName(editor), correction?.reason],
  ];
}
