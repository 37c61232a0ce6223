import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { chooseAgainPath, PAGES } from '../../../course/pages.ts';
import { classCancellations, sentMessages } from '../../database/schema.ts';
import {
  type Addressed,
  defineMessage,
  keyOf,
  type Lookup,
  outdated,
  type Sending,
} from '../../messages/define-message.ts';
import { settleTextOf } from '../../messages/send-message.ts';
import { writeSignInLink } from '../../messages/sign-in-link.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inviteTo } from '../../schedule/index.ts';
import { findRestored, findSessions, findWaiting } from './told.ts';
import {
  cancelledWords,
  classCancelledMail,
  classCancelledText,
  classUndoneText,
  instructorCancelledMail,
  otherUndoneMail,
  sessionCancelledMail,
  studentUndoneMail,
  undoneWords,
} from './words.ts';

const cancelled = z.object({ cancellationId: z.int() });
const undone = z.object({
  cancellationId: z.int(),
  /** A student's registrations that have their place again; none of other people. */
  registrationIds: z.array(z.int()),
  /** The classes that take place again, for those without a registration. */
  classIds: z.array(z.int()),
});

/** A cancellation and its undo make each other outdated. */
const lock = (personId: number, { cancellationId }: z.infer<typeof cancelled>) =>
  `cancellation ${cancellationId} to person ${personId}`;

/** Students are told by mail and text of their own classes, others by mail of sessions. */
export const classCancelled = defineMessage('class-cancelled', {
  name: 'Class cancelled',
  about: cancelled,
  lock: (personId, about) => lock(personId, about),
  searchWords: cancelledWords,
  async find(lookup, { person, about, channel }) {
    const { database } = lookup;
    const whereIt = eq(classCancellations.id, about.cancellationId);
    const [cancellation] = await database.select().from(classCancellations).where(whereIt);
    const notice = { personId: person.id, ...about };
    const own = await findWaiting(database, notice);
    const sessions = await findSessions(lookup, notice, { areCancelled: true });
    const isTold = own.length > 0 || (channel === 'email' && sessions.starts.length > 0);
    return cancellation && isTold ? { ...cancellation, own, ...sessions } : outdated();
  },
  async mail(services, to) {
    const { settings } = services;
    const { person, reason, own, starts, isInstructor } = to;
    const { firstName } = person;
    if (own.length > 0) {
      const link = await writeLink(services, to);
      const calendars = await inviteTo(services, own, person);
      return { ...classCancelledMail(settings, { firstName, reason, own }, link), calendars };
    }
    const write = isInstructor ? instructorCancelledMail : sessionCancelledMail;
    return write(settings, { firstName, reason, starts });
  },
  async text(services, to) {
    const isPlain = to.person.phone === null;
    const link = await writeLink(services, to, { isPlain });
    const body = classCancelledText(services.settings.site, to.own, link);
    const usefulUntil = new Date(services.clock.now().getTime() + DAY_MS);
    return { body, searchText: isPlain ? body : link, usefulUntil };
  },
});

/** To somebody who had been told of a cancellation that was undone. */
export const cancellationUndone = defineMessage('cancellation-undone', {
  name: 'Cancellation undone',
  about: undone,
  lock: (personId, about) => lock(personId, about),
  searchWords: undoneWords,
  async find(lookup, to, sending) {
    const { person, about, channel } = to;
    const notice = { personId: person.id, ...about };
    const own = await findRestored(lookup, notice);
    const sessions = await findSessions(lookup, notice, { areCancelled: false });
    const isTold = own.length > 0 || (channel === 'email' && sessions.starts.length > 0);
    if (!isTold) return outdated();
    if (sending && channel === 'text') {
      const { cancellationId } = about;
      await settleTextOf(sending, classCancelled, { person, about: { cancellationId } });
    }
    return !sending || (await wasNotified(lookup, to)) ? { own, ...sessions } : outdated();
  },
  async mail(services, { person, own, starts, isInstructor }) {
    const { settings } = services;
    const { firstName } = person;
    if (own.length === 0) return otherUndoneMail(settings, { firstName, starts, isInstructor });
    const calendars = await inviteTo(services, own, person);
    return { ...studentUndoneMail(settings, { firstName, own }), calendars };
  },
  text: ({ settings, clock }, { own }) => ({
    ...classUndoneText(settings.site, own),
    usefulUntil: own[0]?.startsAt ?? clock.now(),
  }),
});

/**
 * By a message that has left. A mail that is neither sent nor refused was given up by a process that died: it may have
 * left, too.
 */
async function wasNotified(
  { database }: Lookup,
  { person, channel, about }: Addressed<z.infer<typeof cancelled>>,
) {
  const { status, problem } = sentMessages;
  const mayHaveLeft = and(eq(status, 'queued'), isNull(problem));
  const count = await database.$count(
    sentMessages,
    and(
      eq(sentMessages.personId, person.id),
      eq(sentMessages.channel, channel),
      eq(sentMessages.kind, classCancelled.kind),
      sql`(${sentMessages.about} ->> 'cancellationId')::int = ${about.cancellationId}`,
      or(inArray(status, ['sent', 'delivered']), mayHaveLeft),
    ),
  );
  return count > 0;
}

const linkLifeMs = 7 * DAY_MS;

function writeLink(
  services: Sending,
  to: Addressed<object> & { own: { registrationId: number }[] },
  { isPlain = false } = {},
): Promise<string> {
  const { database, clock } = services;
  const [first] = to.own;
  return database.transaction((transaction) =>
    writeSignInLink(services, transaction, {
      personId: to.person.id,
      about: keyOf('class-cancelled', to),
      redirectTo: first ? chooseAgainPath(first.registrationId) : PAGES.schedule,
      expiresAt: new Date(clock.now().getTime() + linkLifeMs),
      isPlain,
    }),
  );
}
