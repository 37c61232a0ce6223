import { type Column, sql } from 'drizzle-orm';
import { ROOM_CLOSES_MS, ROOM_OPENS_MS } from '../../course/attendance-states.ts';
import { attendanceCorrections, roomEvents } from './schema.ts';

type Seat = Record<'personId' | 'classId' | 'startsAt', Column>;

/**
 * Returns whether the person was in the room around class time. Always false if staff corrected their attendance to
 * Missed.
 */
export function wasInRoom({ personId, classId, startsAt }: Seat) {
  const from = sql`${startsAt} - ${ROOM_OPENS_MS} * interval '1 millisecond'`;
  const until = sql`${startsAt} + ${ROOM_CLOSES_MS} * interval '1 millisecond'`;
  return sql<boolean>`(exists (select from ${roomEvents} seen
      where seen.person_id = ${personId} and seen.class_id = ${classId}
        and seen.kind in ('joined', 'left') and seen.at between ${from} and ${until})
    and not exists (select from ${attendanceCorrections} correction
      where correction.person_id = ${personId} and correction.class_id = ${classId} and correction.status = 'Missed'))`;
}
