import { eq, type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Seat } from './jobs.ts';

type Asked = Seat & { meetingId: string; email: string };
type Link = Seat & { meetingId: string; zoomRegistrantId: string; joinUrl: string };

/*
 * To avoid deadlocks, whatever writes several rows of `meeting_registrants` locks them in order of class, then person.
 */

export function lockSeatsOf(transaction: Transaction, classId: number) {
  const { classId: ofClass, personId } = meetingRegistrants;
  return transaction
    .select({ personId })
    .from(meetingRegistrants)
    .where(eq(ofClass, classId))
    .orderBy(personId)
    .for('no key update');
}

/**
 * Notes that a request to Zoom is about to leave. Clears the previous problem, because `waitForOwnLink` would mistake it
 * for a new one.
 */
export const noteAsked = (database: Reader, clock: Clock) => async (all: Asked[]) => {
  const now = instantOf(clock);
  await database.execute(sql`
    insert into ${meetingRegistrants} as known (person_id, class_id, meeting_id, email, asked_at, updated_at)
    select asked.*, ${now}, ${now}
    from ${rowsOf(all, { personId: 'int', classId: 'int', meetingId: 'text', email: 'text' })}
      as asked (person_id, class_id, meeting_id, email)
    order by class_id, person_id
    on conflict (person_id, class_id) do update set meeting_id = excluded.meeting_id, email = excluded.email,
      asked_at = excluded.asked_at, updated_at = excluded.updated_at, problem = null, zoom_registrant_id = null,
      join_url = null, replaces_link = known.replaces_link or known.join_url is not null`);
  return all.map(() => undefined);
};

/** Returns false for seats whose class has another meeting now, and for links that replace another, unless allowed. */
export const saveLinks =
  (reader: Reader, clock: Clock, { mayReplace = false } = {}) =>
  async (all: Link[]) => {
    const links = { personId: 'int', classId: 'int', meetingId: 'text' } as const;
    const { rows } = await reader.execute<{ personId: number; classId: number }>(sql`
      with link as (
        select * from ${rowsOf(all, { ...links, zoomRegistrantId: 'text', joinUrl: 'text' })}
          as link (person_id, class_id, meeting_id, zoom_registrant_id, join_url)),
      locked as (
        select person_id, class_id from ${meetingRegistrants} join link using (person_id, class_id)
        order by class_id, person_id for no key update of ${meetingRegistrants})
      update ${meetingRegistrants} as seat set zoom_registrant_id = link.zoom_registrant_id, join_url = link.join_url,
        asked_at = null, problem = null, updated_at = ${instantOf(clock)}
      from locked join link using (person_id, class_id)
      where seat.person_id = locked.person_id and seat.class_id = locked.class_id
        and (${mayReplace} or not seat.replaces_link)
        and exists (select from ${classes} where id = link.class_id and zoom_meeting_id = link.meeting_id)
      returning seat.person_id as "personId", seat.class_id as "classId"`);
    return all.map((link) =>
      rows.some((row) => row.personId === link.personId && row.classId === link.classId),
    );
  };

/** Passes one array per column. */
function rowsOf<Item extends object>(
  all: Item[],
  types: { [Name in keyof Item]: 'int' | 'text' },
): SQL {
  const columns = Object.entries(types).map(
    ([name, type]) =>
      sql`${sql.param(all.map((one) => one[name as keyof Item]))}::${sql.raw(`${type}[]`)}`,
  );
  return sql`unnest(${sql.join(columns, sql`, `)})`;
}

const instantOf = (clock: Clock) => sql`${clock.now().toISOString()}::timestamptz`;
