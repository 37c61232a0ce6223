import { and, eq, lt } from 'drizzle-orm';
import { addDays } from '../../course/calendar-date.ts';
import { pacificDate, pacificInstant } from '../../course/pacific-time.ts';
import { canAdminister } from '../../course/roles.ts';
import { classes } from '../database/schema.ts';
import type { Viewer } from '../database/viewer.ts';
import { whereUpcoming } from '../meetings/index.ts';
import type { Services } from '../platform/services.ts';
import { listComing, selectClasses } from '../timetable/index.ts';

const mostNamed = 1000;

export async function readToday({ database, clock, settings }: Services, viewer: Viewer) {
  const now = clock.now();
  const isAdmin = canAdminister(viewer.role);
  const until = pacificInstant(addDays(pacificDate(now), isAdmin ? 2 : 7), 0, 0);
  const isOwn = isAdmin ? undefined : eq(classes.instructorId, viewer.id);
  const which = and(whereUpcoming(now), lt(classes.startsAt, until), isOwn);
  const found = await selectClasses(database, which, settings.site.courseShortName);
  const ids: number[] = [];
  let named = 0;
  for (const { id, registrationCount } of found) {
    named += registrationCount;
    if (named <= mostNamed) ids.push(id);
  }
  const students = await listComing(database, ids, now);
  const studentsOf = Map.groupBy(students, ({ classId }) => classId);
  return found.map((one) => ({ ...one, registrations: studentsOf.get(one.id) ?? [] }));
}
