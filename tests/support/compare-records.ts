import { sql } from 'drizzle-orm';
import type { Database } from '../../src/server/database/connect.ts';
import type { Ledger, StudentRecord } from './acknowledged-writes.ts';

export interface Comparison {
  lost: string[];
  doubled: string[];
}

export async function compareWithDatabase(
  database: Database,
  { students }: Ledger,
): Promise<Comparison> {
  const found: Comparison = { lost: [], doubled: [] };
  const ids = sql.param(students.map(({ id }) => id));
  const places = await rowsOf<{ studentId: number; number: number; classIds: number[] }>(
    database,
    sql`select student_id as "studentId", class_number as number, array_agg(class_id) as "classIds"
        from registrations where ended_at is null and student_id = any(${ids}::int[]) group by 1, 2`,
  );
  const placesOf = Map.groupBy(places, ({ studentId }) => studentId);
  const moves = await countsOf(
    database,
    sql`select actor_id as id, count(*)::int as count from audit_log
        where action = 'registration: reschedule' and actor_id = any(${ids}::int[]) group by 1`,
  );
  const choices = await countsOf(
    database,
    sql`select person_id as id, count(*)::int as count from consent_events
        where person_id = any(${ids}::int[]) group by 1`,
  );
  for (const student of students) {
    comparePlaces(student, placesOf.get(student.id) ?? [], found);
    const { acknowledged, uncertain } = student.moves;
    const moved = moves.get(student.id) ?? 0;
    if (moved < acknowledged) found.lost.push(`${acknowledged - moved} moves of ${student.id}`);
    if (moved > acknowledged + uncertain) found.doubled.push(`moves of ${student.id}`);
    const chosen = choices.get(student.id) ?? 0;
    if (chosen < student.choices.size) found.lost.push(`a choice about texts of ${student.id}`);
    if (chosen > student.choices.size) found.doubled.push(`a choice about texts of ${student.id}`);
  }
  return found;
}

function comparePlaces(
  student: StudentRecord,
  rows: { number: number; classIds: number[] }[],
  found: Comparison,
) {
  for (const { number, classIds } of rows) {
    if (classIds.length > 1 || !student.places.has(number)) {
      found.doubled.push(`class ${number} of ${student.id}`);
    }
  }
  for (const [number, { acknowledged, uncertain }] of student.places) {
    const classId = rows.find((row) => row.number === number)?.classIds[0] ?? null;
    const isKnown = classId === acknowledged || (classId !== null && uncertain.has(classId));
    if (!isKnown) found.lost.push(`class ${number} of ${student.id}`);
  }
}

export function compareWithTexts(
  outbox: { channel: string; to: string }[],
  { students }: Ledger,
): Comparison {
  const found: Comparison = { lost: [], doubled: [] };
  const texts = outbox.filter(({ channel }) => channel === 'text');
  const counts = Map.groupBy(texts, ({ to }) => to);
  for (const { id, phone, isOptedIn } of students) {
    const count = counts.get(phone)?.length ?? 0;
    if (isOptedIn && count === 0) found.lost.push(`the text to ${id}`);
    if (count > 1) found.doubled.push(`${count} texts to ${id}`);
  }
  return found;
}

interface MeetingProvider {
  list(host: string): Promise<{ id: string; marker: string }[]>;
  listRegistrants(host: string, meetingId: string): Promise<{ email: string }[] | null>;
}

export async function compareWithMeetings(
  database: Database,
  meetings: MeetingProvider,
  host: string,
  since = new Date(0),
): Promise<Comparison> {
  const found: Comparison = { lost: [], doubled: [] };
  const classes = await rowsOf<{
    id: number;
    meetingId: string | null;
    isSince: boolean;
    emails: string[];
  }>(
    database,
    sql`select c.id, c.zoom_meeting_id as "meetingId", c.starts_at >= ${since} as "isSince",
          coalesce(array_agg(lower(p.email)) filter (where p.id is not null), '{}') as emails
        from classes c
        left join registrations r on r.class_id = c.id and r.ended_at is null and r.suspended_by is null
        left join people p on p.id = r.student_id
        where c.deleted_at is null and c.cancellation_id is null group by c.id`,
  );
  const known = new Set(classes.map(({ meetingId }) => meetingId));
  for (const { id, marker } of await meetings.list(host)) {
    // Hosts also have meetings of their own.
    const isOurs = marker.startsWith('Class ');
    if (isOurs && !known.has(id)) found.doubled.push(`meeting ${id}`);
  }
  for (const { id, meetingId, emails } of classes.filter(({ isSince }) => isSince)) {
    const listed = (meetingId && (await meetings.listRegistrants(host, meetingId))) || [];
    const guests = listed.map(({ email }) => email.toLowerCase());
    for (const email of emails) {
      if (!guests.includes(email)) found.lost.push(`the seat of ${email} in class ${id}`);
    }
    const places = new Set(emails);
    for (const [at, email] of guests.entries()) {
      if (!places.has(email) || guests.indexOf(email) !== at) {
        found.doubled.push(`the seat of ${email} in class ${id}`);
      }
    }
  }
  return found;
}

async function rowsOf<Row extends object>(database: Database, query: ReturnType<typeof sql>) {
  return (await database.execute(query)).rows as Row[];
}

async function countsOf(database: Database, query: ReturnType<typeof sql>) {
  const rows = await rowsOf<{ id: number; count: number }>(database, query);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
