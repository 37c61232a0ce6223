import { eq } from 'drizzle-orm';
import { readUnmatched } from '../attendance/index.ts';
import { nameColumn } from '../database/joins.ts';
import { classes, people, waitingList } from '../database/schema.ts';
import { hostOf } from '../meetings/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { listTurns } from '../schedule/index.ts';
import { readCancellation } from './canceling/queries.ts';
import { listGuests } from './class-guests.ts';
import { readClass } from './queries.ts';

export async function readClassPage(services: Services, id: number) {
  const { database, clock, settings } = services;
  const now = clock.now();
  const [found] = await database
    .select({ row: classes, instructorName: nameColumn() })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(eq(classes.id, id));
  if (!found) throw new DomainError('class-not-found');
  const { row, instructorName } = found;
  if (row.deletedAt) throw new DomainError('class-deleted');
  return {
    courseClass: await readClass(database, id, settings.site.courseShortName),
    instructorName,
    host: hostOf(settings, row),
    guests: await listGuests(database, id, now),
    ...(await readUnmatched(database, row, now)),
    isAttendanceFinal: row.attendanceSettledAt !== null,
    wasHeld: row.wasHeld,
    attendanceProblem: row.attendanceProblem,
    waitingList: await listTurns(database, eq(waitingList.classId, id)),
    cancellation: row.cancellationId ? await readCancellation(database, row.cancellationId) : null,
  };
}
