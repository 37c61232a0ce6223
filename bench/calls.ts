import { ROOM_CLOSES_MS, ROOM_OPENS_MS } from '../src/course/attendance-states.ts';
import { addWeeks } from '../src/course/calendar-date.ts';
import { pacificWeekOf, pacificWeekWindow } from '../src/course/pacific-time.ts';
import { cookieOf } from './fill.ts';
import type { Filled } from './setup.ts';
import { query } from './statements.ts';

export interface HotCall {
  path: string;
  of(database: Filled): number[];
  /** A single statement that checks the session and the role and returns the data. `$1` is the person's ID. */
  bestStatement: string;
}

const weekOffset = 6;
const firstClass = 5;
const sessionHash = `sha256(('${cookieOf('').split('=')[1]}' || $1::int)::bytea)`;

/**
 * How many places are left in a class of the table with this alias. The same as `placesLeft` in standing.ts.
 *
 * @public for express-portal.mjs
 */
export function placesLeftOf(table: string): string {
  const places = `coalesce("${table}".places, "${table}".default_places)`;
  const unheld = `(select ${places} - count(*)::int from registrations
      where class_id = "${table}".id and ended_at is null and suspended_by is null)
    - (select count(*)::int from waiting_list where class_id = "${table}".id and status = 'offered' and not is_overbooked)`;
  return `(case when ${places} is not null then (select unheld - least(greatest(unheld, 0), waiting)
    from (select ${unheld} as unheld offset 0) places
    cross join (select count(*) filter (where status = 'waiting')::int as waiting
      from waiting_list where class_id = "${table}".id) line) end)`;
}

export const hotCalls: HotCall[] = [
  {
    path: '/api/schedule',
    of: ({ people }) => people.chosen,
    bestStatement: `select r.id, r.class_number, r.class_id, r.is_rescheduled, m.join_url, c.starts_at, c.zoom_join_url, i.first_name,
          case when c.attendance_problem is null then c.was_held end, x.reason, x.registration_id is not null,
          exists (select from room_events e where e.person_id = r.student_id and e.class_id = r.class_id and e.kind in ('joined', 'left')
            and e.at between c.starts_at - interval '${ROOM_OPENS_MS} milliseconds' and c.starts_at + interval '${ROOM_CLOSES_MS} milliseconds')
            and not exists (select from attendance_corrections k
              where k.person_id = r.student_id and k.class_id = r.class_id and k.status = 'Missed')
        from sessions s
        join people p on p.id = s.person_id and p.deactivated_at is null and p.role = 'student'
        join registrations r on r.student_id = p.id and r.ended_at is null
        join classes c on c.id = r.class_id
        left join people i on i.id = c.instructor_id
        left join class_cancellations x on x.id = r.suspended_by
        left join meeting_registrants m on m.person_id = r.student_id and m.class_id = r.class_id
        where s.id_hash = ${sessionHash} and s.expires_at > now()
        order by r.class_number`,
  },
  {
    path: `/api/classes/available?weekOffset=${weekOffset}`,
    of: ({ people }) => people.choosing,
    bestStatement: `with held as materialized (
          select p.start_date, r.class_number, c.starts_at, r.pacific_week
          from sessions s
          join people p on p.id = s.person_id and p.deactivated_at is null and p.role = 'student'
          left join registrations r on r.student_id = p.id and r.ended_at is null
          left join classes c on c.id = r.class_id
          where s.id_hash = ${sessionHash} and s.expires_at > now()),
        next as materialized (
          select greatest(max(class_number) + 1, ${firstClass}) as number, max(starts_at) as after, max(start_date) as start_date from held)
        select c.id, c.starts_at, i.first_name, n.number, ${placesLeftOf('c')}
        from next n
        join classes c on c.class_type = case when n.number <= 7 then 'Weekly' else 'Monthly' end
        left join people i on i.id = c.instructor_id
        where c.deleted_at is null and c.cancellation_id is null
          and c.starts_at > now() and c.starts_at > greatest(n.after, n.start_date)
          and c.starts_at between '${startOfWeek(weekOffset - 1)}' and '${startOfWeek(weekOffset + 2)}'
          and c.pacific_week not in (select pacific_week from held where pacific_week is not null)
        order by c.starts_at, c.id`,
  },
];

function startOfWeek(offset: number): string {
  return pacificWeekWindow(addWeeks(pacificWeekOf(new Date()), offset)).start.toISOString();
}

/** Throws if the statement's rows are missing anything that the portal's response contains. */
export async function expectStatementAnswers(
  portalUrl: string,
  database: Filled,
  { path, of, bestStatement }: HotCall,
): Promise<void> {
  const [personId = 0] = of(database);
  const response = await fetch(portalUrl + path, { headers: { cookie: cookieOf(personId) } });
  const body = (await response.json()) as { id: number }[] | { classes: { id: number }[] };
  const named = Array.isArray(body) ? body : body.classes;
  const rows = await query<{ id: number }>(database.url, bestStatement, [personId]);
  const found = new Set(rows.map(({ id }) => id));
  if (named.length === 0 || named.some(({ id }) => !found.has(id))) {
    throw new Error(`The statement’s rows differ from ${path}.`);
  }
}
