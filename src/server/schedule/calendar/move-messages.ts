import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isPast } from '../../../course/class-state.ts';
import { UNDO_MOVE_HELD_MS } from '../../../course/course.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { findNewest, match } from '../../database/rows.ts';
import { sentMessages } from '../../database/schema.ts';
import type { Queue } from '../../jobs/queue.ts';
import {
  type Addressed,
  defineMessage,
  type Lookup,
  outdated,
} from '../../messages/define-message.ts';
import type { CalendarEntry } from './calendar-file.ts';
import { findEntries, inviteTo } from './queries.ts';
import { actMail, makeupNotNeededMail, makeupUndoneMail, ownMoveMail } from './words.ts';

const changed = z.object({
  registrationId: z.int(),
  /**
   * The calendar sequence right after the change. Once we've sent the email, this is the sequence in its calendar file.
   */
  sequence: z.int(),
  /** The class time in the email, set once we've sent the email. */
  startsAt: z.iso.datetime().optional(),
});

const moved = changed.extend({
  from: z.iso.datetime(),
  /** Calendars have already removed a canceled class, so they need an update even if its time is the same. */
  wasCanceled: z.boolean(),
});

const acted = moved
  .partial({ from: true, wasCanceled: true })
  .extend({ act: z.enum(['registered', 'moved', 'canceled']) });

const ownMove = defineMessage('own-move', {
  name: 'New time for a class',
  about: moved,
  gather: (_, { registrationId }) => `registration ${registrationId}`,
  find: findMove,
  mail: async (services, { person, entry, from, known, isOver }) => ({
    ...(isOver ? makeupUndoneMail(entry, known) : ownMoveMail(entry, from)),
    calendars: await inviteTo(services, [entry], person),
  }),
  aboutSent: ({ about, entry }) => ({ ...about, ...timeOf(entry) }),
});

export const actForStudent = defineMessage('act-for-student', {
  name: 'Class time changed by staff',
  about: acted,
  gather: (_, { registrationId }) => `registration ${registrationId}`,
  async find(lookup, to) {
    const { about, again } = to;
    const { from, wasCanceled = false } = about;
    if (from && !again) return findMove(lookup, { ...to, about: { ...about, from, wasCanceled } });
    const { database, clock } = lookup;
    const [entry] = await findEntries(database, [about.registrationId]);
    if (!entry || (again && entry.endedAt)) return outdated();
    if (!again && entry.sequence !== about.sequence) return outdated();
    const isOver = isPast(entry.startsAt, clock.now());
    return again && isOver
      ? outdated('class-over')
      : { entry, from: null, known: entry.startsAt, isOver };
  },
  mail: async (services, { person, about, again, entry, from, isOver }) => {
    // When staff resend this email, it describes the class's current state, regardless of the original change.
    const act = again ? (entry.canceledAt ? 'canceled' : 'registered') : about.act;
    return {
      ...actMail(act, entry, { from, isOver }),
      calendars: await inviteTo(services, [entry], person),
    };
  },
  aboutSent: ({ about, entry }) => ({ ...about, ...timeOf(entry) }),
});

const timeOf = ({ sequence, startsAt }: CalendarEntry) => ({
  sequence,
  startsAt: startsAt.toISOString(),
});

interface Move {
  personId: number;
  registrationId: number;
  from: Date;
  wasCanceled: boolean;
  sequence: number;
  isByStaff?: boolean;
}

/**
 * Delays the email while the move can be undone. If the class moves several times before we send the email, the student
 * gets one email with the final time, or none if the class is back at its original time.
 */
export async function sendMove(
  queue: Queue,
  transaction: Transaction,
  { isByStaff, from, ...move }: Move,
): Promise<void> {
  const data = { ...move, from: from.toISOString() };
  const options = { afterSeconds: UNDO_MOVE_HELD_MS / 1000, leavesWaiting: true };
  if (isByStaff) await actForStudent.send(queue, transaction, [{ ...data, act: 'moved' }], options);
  else await ownMove.send(queue, transaction, [data], options);
}

/** Sent when we cancel a makeup because the student attended the original class after all. */
export const makeupNotNeeded = defineMessage('makeup-not-needed', {
  name: 'Makeup no longer needed',
  about: z.object({ registrationId: z.int(), sequence: z.int(), makeup: z.iso.datetime() }),
  async find({ database }, { about: { registrationId, sequence } }) {
    const [entry] = await findEntries(database, [registrationId]);
    if (!entry || entry.canceledAt || entry.sequence !== sequence) return outdated();
    return { entry };
  },
  mail: async (services, { person, about, entry }) => ({
    ...makeupNotNeededMail(entry, new Date(about.makeup)),
    calendars: await inviteTo(services, [entry], person),
  }),
});

async function findMove(
  { database, clock }: Lookup,
  { person, about, again }: Addressed<z.infer<typeof moved>>,
) {
  const [entry] = await findEntries(database, [about.registrationId]);
  if (!entry || entry.canceledAt) return outdated();
  const isOver = isPast(entry.startsAt, clock.now());
  if (again) {
    if (isOver) return outdated('class-over');
    return { entry, from: null, known: entry.startsAt, isOver };
  }
  const last = await findLastEmail(database, person.id, about.registrationId);
  // If we sent an email after this move, the student already knows the time in that email.
  const known = last && last.sequence >= about.sequence ? last.startsAt : new Date(about.from);
  const isElsewhere = entry.startsAt.getTime() !== known.getTime();
  if (!isElsewhere && !about.wasCanceled) return outdated();
  return { entry, from: isElsewhere ? known : null, known, isOver };
}

async function findLastEmail(database: Reader, personId: number, registrationId: number) {
  const isAboutIt = and(
    match(sentMessages, { personId, status: 'sent', kind: [ownMove.kind, actForStudent.kind] }),
    sql`${sentMessages.about} @> ${JSON.stringify({ registrationId })}::jsonb`,
  );
  const last = await findNewest(database, sentMessages, isAboutIt, sentMessages.id);
  if (!last) return null;
  const { sequence, startsAt } = changed.required().parse(last.about);
  return { sequence, startsAt: new Date(startsAt) };
}
