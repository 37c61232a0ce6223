import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { isPast } from '../../course/class-time.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { classOnSchedule } from '../../course/pages.ts';
import type { Transaction } from '../database/connect.ts';
import { registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { defineMessage, outdated } from '../messages/define-message.ts';
import { findEntries, inviteTo } from '../schedule/index.ts';
import { classMovedMail, classMovedText } from './words.ts';

/**
 * A late message names the time that the class has now. There is none when that is the time before the move,
 * when the class is over, or to whoever has moved away.
 */
const classMoved = defineMessage('class-moved', {
  name: 'Class moved',
  about: z.object({
    registrationId: z.int(),
    classId: z.int(),
    from: z.iso.datetime(),
    movedAt: z.iso.datetime(),
  }),
  async find({ database, clock }, { person, about: { registrationId, classId, from } }) {
    const [entry] = await findEntries(database, [registrationId]);
    if (entry && isPast(entry.startsAt, clock.now())) return outdated('class-over');
    const whereHeld = and(
      eq(registrations.id, registrationId),
      eq(registrations.classId, classId),
      hasPlace,
    );
    const isHeld = (await database.$count(registrations, whereHeld)) > 0;
    if (!entry || !isHeld || entry.startsAt.toISOString() === from) return outdated();
    const { firstName } = person;
    const { classNumber, startsAt } = entry;
    return { entry, move: { firstName, classNumber, from: new Date(from), to: startsAt } };
  },
  mail: async (services, { person, entry, move }) => {
    const { site, publicUrl } = services.settings;
    return {
      ...classMovedMail(site, move, publicUrl + classOnSchedule(move.classNumber)),
      calendars: await inviteTo(services, [entry], person),
    };
  },
  text: ({ settings }, { move }) => ({
    ...classMovedText(settings.site, move),
    usefulUntil: new Date(move.to.getTime() + CLASS_DURATION_MS),
  }),
  lock: (_, { registrationId }) => `class moved: registration ${registrationId}`,
  // Several moves that are told late make one mail.
  keyOf: ({ channel, about: { registrationId, movedAt }, entry }) =>
    `registration ${registrationId}, ${channel === 'email' ? entry.sequence : movedAt}`,
});

/** For everybody registered for a class that has moved. */
export async function sendMoves(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  { from, movedAt }: { from: Date; movedAt: Date },
): Promise<void> {
  const times = { from: from.toISOString(), movedAt: movedAt.toISOString() };
  const registered = await listRegistered(transaction, classId);
  const notices = registered.map((ids) => ({ ...ids, classId, ...times }));
  await classMoved.send(queue, transaction, notices);
}

export function listRegistered(transaction: Transaction, classId: number) {
  return transaction
    .select({ registrationId: registrations.id, personId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasPlace));
}
