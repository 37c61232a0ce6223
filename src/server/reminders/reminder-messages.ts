import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { alumniWeekDue, isTooLateToRemind } from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { gatherWith } from '../database/gather.ts';
import { insertOne } from '../database/rows.ts';
import { classes, registrations, reminders } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { OutdatedMessage } from '../http/domain-errors.ts';
import {
  type Addressed,
  defineMessage,
  type Lookup,
  type Message,
  outdated,
  type TextWords,
} from '../messages/define-message.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { decideReminder, lacksRetreat } from './decide.ts';
import { postponeReminder, settleReminder } from './outcomes.ts';

type Kind = 'class-day' | 'class-hour' | 'retreat' | 'alumni-week';

const about = z.object({
  reminderId: z.int(),
  registrationId: z.int().optional(),
});
type About = z.infer<typeof about>;
type Found = { writeWords: () => TextWords; registrationId?: number | undefined };
type Reminder = Message<About, Found>;

const refuse = (why: OutdatedMessage) => new DomainError('message-outdated', { why });

const settle = gatherWith(
  async ({ database, clock }: Lookup, settled: { reminderId: number; outcome: string }[]) => {
    for (const [outcome, some] of Map.groupBy(settled, (one) => one.outcome)) {
      const ids = some.map(({ reminderId }) => reminderId);
      await settleReminder(database, ids, outcome, clock.now());
    }
    return settled;
  },
);

/**
 * Every reminder has a row in the database. To resend a reminder, we add a row that is due now, so that the usual
 * checks apply.
 */
const define = (
  kind: Kind,
  name: string,
  sendAgain: NonNullable<Reminder['sendAgain']>,
): Reminder =>
  defineMessage<About, Found>(kind, {
    name,
    about,
    async find(lookup, { about: { reminderId } }) {
      const decision = await decideReminder(lookup, reminderId);
      if ('send' in decision) return decision.send;
      if ('waitUntil' in decision) {
        await postponeReminder(lookup.database, reminderId, decision.waitUntil);
      } else if ('drop' in decision) {
        await settle(lookup, { reminderId, outcome: decision.drop });
      }
      return outdated();
    },
    text: (_, { writeWords }) => writeWords(),
    aboutSent: ({ about: { reminderId }, registrationId }) => ({ reminderId, registrationId }),
    async afterwards(services, { about: { reminderId } }, outcome) {
      if (outcome === 'outdated') return;
      const result = outcome === 'refused' ? 'opted out' : 'sent';
      await settle(services, { reminderId, outcome: result });
    },
    sendAgain,
  });

const remindOfClass =
  (kind: 'class-day' | 'class-hour'): NonNullable<Reminder['sendAgain']> =>
  async (services, transaction, to) => {
    const held = await findHeld(transaction, to);
    const now = services.clock.now();
    if (isTooLateToRemind('class-hour', held.startsAt, now)) throw refuse('class-over');
    // If it's too late for the day-before reminder, send the hour-before reminder instead.
    const isLate = isTooLateToRemind(kind, held.startsAt, now);
    await planAgain(services, transaction, isLate ? 'class-hour' : kind, to, held);
  };

export const reminderMessages: Record<Kind, Reminder> = {
  'class-day': define('class-day', 'Reminder a day before a class', remindOfClass('class-day')),
  'class-hour': define(
    'class-hour',
    'Reminder an hour before a class',
    remindOfClass('class-hour'),
  ),
  retreat: define('retreat', 'Retreat reminder', async (services, transaction, to) => {
    if (!(await lacksRetreat(transaction, to.person))) throw refuse('no-longer-so');
    await planAgain(services, transaction, 'retreat', to, await findHeld(transaction, to));
  }),
  'alumni-week': define(
    'alumni-week',
    'This week’s sessions',
    async (services, transaction, to) => {
      if (to.person.role !== 'alumni') throw refuse('no-longer-so');
      if (!alumniWeekDue(services.clock.now())) throw refuse('wrong-day');
      await planAgain(services, transaction, 'alumni-week', to, {});
    },
  ),
};

async function planAgain(
  { clock, queue }: Services,
  transaction: Transaction,
  kind: Kind,
  { person, again }: Addressed<About>,
  of: { registrationId?: number; startsAt?: Date },
): Promise<void> {
  const now = clock.now();
  const key = `${kind} of person ${person.id}, again ${again}`;
  const values = { key, kind, personId: person.id, ...of, dueAt: now, claimedAt: now };
  const { id: reminderId } = await insertOne(transaction, reminders, values);
  await reminderMessages[kind].send(queue, transaction, [{ personId: person.id, reminderId }]);
}

async function findHeld(transaction: Transaction, { about }: Addressed<About>) {
  const [held] = await transaction
    .select({ registrationId: registrations.id, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.id, about.registrationId ?? 0), hasPlace));
  if (!held) throw refuse('no-longer-so');
  return held;
}
