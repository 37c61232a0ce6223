import { and, eq } from 'drizzle-orm';
import { alumniWeekToTell, isTooLateToRemind } from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, registrations, reminders } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { Resend, Resenders } from '../messaging/resend.ts';
import { DomainError, type OutdatedMessage } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { lacksRetreat } from './decide.ts';
import { sendReminderJob } from './jobs.ts';

type Kinds = 'class-day' | 'class-hour' | 'retreat' | 'alumni-week';
type Kind = (typeof reminders.$inferInsert)['kind'];

type OfRegistration = Pick<Resend<'class-day'>, 'person' | 'about' | 'again'>;

const outdated = (why: OutdatedMessage) => new DomainError('message-outdated', { why });

/** Each plans a reminder that is due now, so that all is decided as with every other. */
export function reminderResenders({
  clock,
  queue,
}: Pick<Services, 'clock' | 'queue'>): Resenders<Kinds> {
  const remindOfClass =
    (kind: 'class-day' | 'class-hour') =>
    async (transaction: Transaction, resend: OfRegistration) => {
      const held = await findHeld(transaction, resend);
      const now = clock.now();
      if (isTooLateToRemind('class-hour', held.startsAt, now)) throw outdated('class-over');
      // The day's reminder is dropped once the hour's is due, and says the same.
      const isLate = isTooLateToRemind(kind, held.startsAt, now);
      await plan(transaction, isLate ? 'class-hour' : kind, resend, held);
    };

  return {
    'class-day': remindOfClass('class-day'),
    'class-hour': remindOfClass('class-hour'),

    async retreat(transaction, resend) {
      if (!(await lacksRetreat(transaction, resend.person))) throw outdated('no-longer-so');
      await plan(transaction, 'retreat', resend, await findHeld(transaction, resend));
    },

    async 'alumni-week'(transaction, resend) {
      if (resend.person.role !== 'alumni') throw outdated('no-longer-so');
      if (!alumniWeekToTell(clock.now())) throw outdated('wrong-day');
      await plan(transaction, 'alumni-week', resend, {});
    },
  };

  async function plan(
    transaction: Transaction,
    kind: Kind,
    { person, again }: Pick<Resend, 'person' | 'again'>,
    of: { registrationId?: number; startsAt?: Date },
  ) {
    const now = clock.now();
    const key = `${kind} of person ${person.id}, again ${again}`;
    const [planned] = await transaction
      .insert(reminders)
      .values({ key, kind, personId: person.id, ...of, dueAt: now, claimedAt: now })
      .returning({ id: reminders.id });
    if (!planned) throw new Error('the reminder was not returned');
    const ids = { reminderId: planned.id, personId: person.id };
    await queue.add(transaction, sendReminderJob, ids);
  }
}

/** The registration that the message was about, as it is now. */
async function findHeld(transaction: Transaction, { about }: OfRegistration) {
  const [held] = await transaction
    .select({ registrationId: registrations.id, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.id, about.registrationId), hasPlace));
  if (!held) throw outdated('no-longer-so');
  return held;
}
