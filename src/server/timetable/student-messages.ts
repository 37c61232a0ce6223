import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { isPast } from '../../course/class-state.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { classOnSchedule } from '../../course/pages.ts';
import type { Transaction } from '../database/connect.ts';
import { registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { defineMessage, type Lookup, outdated } from '../messages/define-message.ts';
import { toStop } from '../messages/text-words.ts';
import type { Settings } from '../platform/settings.ts';
import {
  findEntries,
  invitationNote,
  inviteTo,
  pickAnother,
  seeSchedule,
} from '../schedule/index.ts';
import { listRegistered } from './queries.ts';

/**
 * If the message is delayed, it gives the class's current time. It is outdated if the class is back at its old time or
 * the student has moved to another class.
 */
const classMoved = defineMessage('class-moved', {
  name: 'Class moved',
  about: z.object({
    registrationId: z.int(),
    classId: z.int(),
    from: z.iso.datetime(),
    movedAt: z.iso.datetime(),
  }),
  async find(lookup, { about }) {
    const place = await findPlace(lookup, about);
    const isBack = 'entry' in place && place.entry.startsAt.toISOString() === about.from;
    return isBack ? outdated() : place;
  },
  mail: async (services, { person, entry, about }) => {
    const { classNumber, startsAt } = entry;
    const [from, to] = [new Date(about.from), startsAt].map(formatSpokenSlot);
    return {
      subject: `Your new time for Class ${classNumber}`,
      preview: `It’s now on ${to}.`,
      blocks: [
        `We moved Class ${classNumber} from ${from} to ${to}.`,
        `You don’t need to do anything. ${pickAnother}`,
      ],
      button: seeSchedule(classOnSchedule(classNumber)),
      afterwards: invitationNote,
      calendars: await inviteTo(services, [entry], person),
    };
  },
  text: ({ settings }, { entry }) => ({
    ...classMovedText(settings.site, entry),
    usefulUntil: new Date(entry.startsAt.getTime() + CLASS_DURATION_MS),
  }),
  lock: (_, { registrationId }) => `class moved: registration ${registrationId}`,
  // A delayed email covers all moves made before we send it, so emails with the same calendar sequence count as one.
  keyOf: ({ channel, about: { registrationId, movedAt }, entry }) =>
    `registration ${registrationId}, ${channel === 'email' ? entry.sequence : movedAt}`,
});

/**
 * This text has no link, so the portal searches Twilio's messages for this sentence. Keep names out of it, because
 * Twilio may replace some of their characters.
 */
export function classMovedText(
  site: Settings['site'],
  { classNumber, startsAt }: { classNumber: number; startsAt: Date },
) {
  const searchText = `We moved Class ${classNumber} to ${formatSpokenSlot(startsAt)}.`;
  const next = "Can't make it? Reschedule on the portal.";
  return { body: `${site.organization}: ${searchText} ${next} ${toStop}`, searchText };
}

const newInstructor = defineMessage('new-instructor', {
  name: 'New instructor',
  about: z.object({ registrationId: z.int(), classId: z.int(), changedAt: z.iso.datetime() }),
  async find(lookup, { about }) {
    const place = await findPlace(lookup, about);
    return 'entry' in place && !place.entry.instructorFirstName ? outdated() : place;
  },
  mail: (_, { entry }) => {
    const { classNumber, startsAt, instructorFirstName: instructor } = entry;
    return {
      subject: `Class ${classNumber} has a new instructor`,
      preview: `${instructor} will teach it.`,
      blocks: [
        `${instructor} will teach Class ${classNumber} on ${formatSpokenSlot(startsAt)}.`,
        'You don’t need to do anything.',
      ],
      button: seeSchedule(classOnSchedule(classNumber)),
    };
  },
});

/** Returns `outdated` once the student has left the class or the class is over. */
async function findPlace(
  { database, clock }: Lookup,
  { registrationId, classId }: { registrationId: number; classId: number },
) {
  const [entry] = await findEntries(database, [registrationId]);
  if (entry && isPast(entry.startsAt, clock.now())) return outdated('class-over');
  const { id, classId: current } = registrations;
  const whereIn = and(eq(id, registrationId), eq(current, classId), hasPlace);
  const isIn = (await database.$count(registrations, whereIn)) > 0;
  return entry && isIn ? { entry } : outdated();
}

export async function sendMoves(
  queue: Queue,
  transaction: Transaction,
  before: { id: number; startsAt: Date },
  now: Date,
): Promise<void> {
  const times = { from: before.startsAt.toISOString(), movedAt: now.toISOString() };
  const registered = await listRegistered(transaction, [before.id]);
  const notices = registered.map((ids) => ({ ...ids, ...times }));
  await classMoved.send(queue, transaction, notices);
}

export async function sendNewInstructor(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  now: Date,
): Promise<void> {
  const registered = await listRegistered(transaction, [classId]);
  const notices = registered.map((ids) => ({ ...ids, changedAt: now.toISOString() }));
  await newInstructor.send(queue, transaction, notices);
}
