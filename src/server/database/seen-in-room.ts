import type { Column } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { ROOM_CLOSES_MS, ROOM_OPENS_MS } from '../../course/attendance-states.ts';
import { attendanceCorrections, roomEvents } from './schema.ts';

interface Seat {
  personId: Column;
  classId: Column;
  startsAt: Column;
}

/**
 * Whether somebody was seen in the room of a class, however short. Not where staff say by hand that they missed it: they
 * know better than the room who it was.
 */
export function wasInRoom({ personId, classId, startsAt }: Seat) {
  const from = sql`${startsAt} - ${ROOM_OPENS_MS} * interval '1 millisecond'`;
  const until = sql`${startsAt} + ${ROOM_CLOSES_MS} * interval '1 millisecond'`;
  return sql<boolean>`(exists (select from ${roomEvents} seen
      where seen.person_id = ${personId} and seen.class_id = ${classId}
        and seen.kind in ('joined', 'left') and seen.at between ${from} and ${until})
    and not exists (select from ${attendanceCorrections} said
      where said.person_id = ${personId} and said.class_id = ${classId} and said.status = 'Missed'))`;
}
