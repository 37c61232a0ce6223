import { and, desc, eq, gt, max, ne } from 'drizzle-orm';
import { courseLine } from '../../course/course-line.ts';
import { canEdit } from '../../course/roles.ts';
import { readPersonSignIn } from '../accounts/index.ts';
import type { Database } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import { findNewest, findRow, match } from '../database/rows.ts';
import {
  attendanceCorrections,
  auditLog,
  consentEvents,
  type Person,
  people,
  retreatRegistrations,
  waitingList,
} from '../database/schema.ts';
import { findTextRefusals } from '../messages/index.ts';
import { findProblems, findUndeliveredTexts } from '../messages/undelivered.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findWish, listTurns, selectHeldClasses } from '../schedule/index.ts';
import { readStudent } from './lists/student-list.ts';

export async function readPersonPage(services: Services, viewer: Actor, id: number) {
  const { database, clock, settings } = services;
  const now = clock.now();
  const person = await findRow(database, people, { id });
  if (!person) throw new DomainError('person-not-found');
  await recordView(services, viewer, id);
  const problems = await findProblems(database, [id]);
  const undelivered = await findUndeliveredTexts(database, [id], now);
  const consent = await findNewest(database, consentEvents, { personId: id }, consentEvents.id);
  const refusals = await findTextRefusals(database, [id]);
  const isListed = person.role === 'student' && !person.deactivatedAt;
  // Leave out the key, so that the row has no login link. This page doesn't show one.
  const rowViewer = { now, viewerId: viewer.id, linkKey: undefined };
  return {
    ...person,
    phone: person.textPhone,
    isPhoneConfirmed: person.phone !== null,
    hasSignedIn: person.lastSignInAt !== null,
    canEdit: canEdit(person),
    messageProblem: problems.get(id) ?? null,
    textProblem: undelivered.get(id) ?? null,
    courseLine: await readCourseLine(database, person, settings.site.firstClass, now),
    wish: await findWish(database, id),
    waitingLists: await listTurns(database, eq(waitingList.personId, id)),
    retreats: await listRetreats(database, id),
    consent: consent ?? null,
    textRefusal: refusals.get(id) ?? null,
    signIn: await readPersonSignIn(services, person),
    otherViewers: await listOtherViewers(services, viewer, id),
    student: isListed ? await readStudent(database, rowViewer, id) : null,
  };
}

async function readCourseLine(database: Database, person: Person, firstClass: number, now: Date) {
  const { personId, classId, version } = attendanceCorrections;
  const [held, corrections] = await Promise.all([
    selectHeldClasses(database, person.id),
    database
      .select({ classId, version })
      .from(attendanceCorrections)
      .where(eq(personId, person.id)),
  ]);
  const correctionOf = new Map(corrections.map((one) => [one.classId, one.version]));
  return courseLine(held, firstClass, now)
    .filter(({ registration }) => registration || person.role === 'student')
    .map(({ registration, ...rest }) => ({
      ...rest,
      registration: registration && {
        ...registration,
        startTime: registration.startsAt,
        correctionVersion: correctionOf.get(registration.classId) ?? 0,
      },
    }));
}

async function listRetreats(database: Database, personId: number) {
  const rows = await database
    .select()
    .from(retreatRegistrations)
    .where(eq(retreatRegistrations.personId, personId))
    .orderBy(desc(retreatRegistrations.registeredAt), desc(retreatRegistrations.id));
  return rows.map((row) => ({ ...row, isEnteredByHand: row.enteredBy !== null }));
}

const whereView = (personId: number, since: Date) =>
  and(match(auditLog, { personId, action: 'person: page seen' }), gt(auditLog.at, since));

/** Records at most one view per viewer and hour, because the page refetches whenever its window gets focus. */
async function recordView({ database, clock }: Services, viewer: Actor, personId: number) {
  if (viewer.id === personId) return;
  const now = clock.now();
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  const isViewer = eq(auditLog.actorId, viewer.id);
  const known = await database.$count(auditLog, and(whereView(personId, anHourAgo), isViewer));
  if (known > 0) return;
  await audit(database, viewer, now, 'person: page seen', { person: personId });
}

async function listOtherViewers({ database, clock }: Services, viewer: Actor, personId: number) {
  const anHourAgo = new Date(clock.now().getTime() - HOUR_MS);
  const last = max(auditLog.at);
  const rows = await database
    .select({ name: nameColumn(), last })
    .from(auditLog)
    .innerJoin(people, eq(people.id, auditLog.actorId))
    .where(and(whereView(personId, anHourAgo), ne(auditLog.actorId, viewer.id)))
    .groupBy(people.id)
    .orderBy(desc(last));
  return rows.flatMap(({ name, last: at }) => (at ? [{ name, at }] : []));
}
