import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isUpcoming } from '../../../course/class-state.ts';
import { chooseAgainPath, PAGES } from '../../../course/pages.ts';
import { findRow, match } from '../../database/rows.ts';
import {
  classCancellations,
  classes,
  people,
  registrations,
  sentMessages,
} from '../../database/schema.ts';
import {
  type Addressed,
  defineMessage,
  keyOf,
  type Lookup,
  outdated,
} from '../../messages/define-message.ts';
import { writeSignInLink } from '../../messages/message-link.ts';
import { settleTextOf } from '../../messages/send-message.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Services } from '../../platform/services.ts';
import { findEntries, inviteTo } from '../../schedule/index.ts';
import { listOthers } from './queries.ts';
import {
  canceledPhrase,
  classCanceledMail,
  classCanceledText,
  classUndoneText,
  otherCanceledMail,
  otherUndoneMail,
  studentUndoneMail,
  undonePhrase,
} from './words.ts';

const canceled = z.object({ cancellationId: z.int() });
const undone = z.object({
  cancellationId: z.int(),
  /** The student's restored registrations. Empty for instructors and alumni. */
  registrationIds: z.array(z.int()),
  /** The restored classes. Empty for students. */
  classIds: z.array(z.int()),
});
type Canceled = z.infer<typeof canceled>;
type Undone = z.infer<typeof undone>;
export type UndoNotice = Undone & { personId: number };

/** A cancellation and its undo share a lock, because each makes the other's message outdated. */
const lock = (personId: number, { cancellationId }: Canceled) =>
  `cancellation ${cancellationId} to person ${personId}`;

export const classCanceled = defineMessage('class-canceled', {
  name: 'Class canceled',
  about: canceled,
  lock,
  searchWords: canceledPhrase,
  async find(lookup, { person, about, channel }) {
    const isIt = { id: about.cancellationId };
    const cancellation = await findRow(lookup.database, classCancellations, isIt);
    const own = await findSuspended(lookup, person.id, about);
    const which = eq(classes.cancellationId, about.cancellationId);
    const sessions = await findSessions(lookup, person.id, which);
    const isAffected = own.length > 0 || (channel === 'email' && sessions.starts.length > 0);
    return cancellation && isAffected ? { ...cancellation, own, ...sessions } : outdated();
  },
  async mail(services, to) {
    const { person, reason, own } = to;
    if (own.length === 0) return otherCanceledMail(to);
    const link = await writeLink(services, to);
    const calendars = await inviteTo(services, own, person);
    return { ...classCanceledMail(own, reason, link), calendars };
  },
  async text(services, to) {
    const isPlain = to.person.phone === null;
    const link = await writeLink(services, to, isPlain);
    const body = classCanceledText(services.settings.site, to.own, link);
    const usefulUntil = new Date(services.clock.now().getTime() + DAY_MS);
    return { body, searchText: isPlain ? body : link, usefulUntil };
  },
});

/** We send this only to people whom we notified of the cancellation. */
export const cancellationUndone = defineMessage('cancellation-undone', {
  name: 'Cancellation undone',
  about: undone,
  lock: (personId, about) => lock(personId, about),
  searchWords: undonePhrase,
  async find(lookup, to, sending) {
    const { person, about, channel } = to;
    const own = await findRestored(lookup, about);
    const which = and(inArray(classes.id, about.classIds), isNull(classes.cancellationId));
    const sessions = await findSessions(lookup, person.id, which);
    const isAffected = own.length > 0 || (channel === 'email' && sessions.starts.length > 0);
    if (!isAffected) return outdated();
    if (sending && channel === 'text') {
      const { cancellationId } = about;
      await settleTextOf(sending, classCanceled, { person, about: { cancellationId } });
    }
    return !sending || (await wasNotified(lookup, to)) ? { own, ...sessions } : outdated();
  },
  async mail(services, to) {
    const { person, own } = to;
    if (own.length === 0) return otherUndoneMail(to);
    const calendars = await inviteTo(services, own, person);
    return { ...studentUndoneMail(own), calendars };
  },
  text: ({ settings, clock }, { own }) => ({
    ...classUndoneText(settings.site, own),
    usefulUntil: own[0]?.startsAt ?? clock.now(),
  }),
});

/** Finds nothing once the student has picked a new time, has been restored to the class, or is no longer a student. */
async function findSuspended({ database }: Lookup, personId: number, { cancellationId }: Canceled) {
  const isSuspended = match(registrations, { suspendedBy: cancellationId, endedAt: null });
  const suspended = await database
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(and(match(people, { role: 'student', id: personId }), isSuspended));
  const ids = suspended.map(({ id }) => id);
  return findEntries(database, ids);
}

async function findRestored({ database, clock }: Lookup, { registrationIds }: Undone) {
  const entries = await findEntries(database, registrationIds);
  return entries.filter(
    ({ canceledAt, startsAt }) => !canceledAt && isUpcoming(startsAt, clock.now()),
  );
}

async function findSessions(
  { database, clock }: Lookup,
  personId: number,
  which: ReturnType<typeof and>,
) {
  const found = await database.select().from(classes).where(which).orderBy(asc(classes.startsAt));
  const ids = found.map(({ id }) => id);
  const others = await listOthers(database, ids);
  const mine = found.filter(
    ({ id, startsAt }) =>
      isUpcoming(startsAt, clock.now()) &&
      others.some((one) => one.personId === personId && one.classId === id),
  );
  return {
    starts: mine.map(({ startsAt }) => startsAt),
    isInstructor: mine.some(({ instructorId }) => instructorId === personId),
  };
}

/** Queued messages without a problem count too, because a process may have sent them and then crashed. */
async function wasNotified({ database }: Lookup, { person, channel, about }: Addressed<Canceled>) {
  const { status, problem } = sentMessages;
  const mayHaveLeft = and(eq(status, 'queued'), isNull(problem));
  const count = await database.$count(
    sentMessages,
    and(
      match(sentMessages, { personId: person.id, channel, kind: classCanceled.kind }),
      sql`(${sentMessages.about} ->> 'cancellationId')::int = ${about.cancellationId}`,
      or(inArray(status, ['sent', 'delivered']), mayHaveLeft),
    ),
  );
  return count > 0;
}

const linkLifeMs = 7 * DAY_MS;

function writeLink(
  services: Services,
  to: Addressed<object> & { own: { registrationId: number }[] },
  isPlain = false,
): Promise<string> {
  const [first] = to.own;
  return writeSignInLink(services, {
    personId: to.person.id,
    about: keyOf('class-canceled', to),
    redirectTo: first ? chooseAgainPath(first.registrationId) : PAGES.schedule,
    expiresAt: new Date(services.clock.now().getTime() + linkLifeMs),
    isPlain,
  });
}
