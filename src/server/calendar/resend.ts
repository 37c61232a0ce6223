import { and, eq, isNotNull } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import { clearings, registrations } from '../database/schema.ts';
import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import {
  mailActJob,
  mailChoicesJob,
  mailClearedJob,
  mailMakeupGivenBackJob,
  mailOwnMoveJob,
  mailReturnedJob,
  mailScheduleJob,
} from './jobs.ts';
import { findEntries, listEntries } from './queries.ts';

type Kinds =
  | 'classes-given-back'
  | 'classes-returned'
  | 'schedule'
  | 'choices'
  | 'own-move'
  | 'act-for-student'
  | 'makeup-given-back'
  | 'account-reset';

const notSo = () => new DomainError('message-outdated', { why: 'no-longer-so' });
const isOver = () => new DomainError('message-outdated', { why: 'class-over' });

export function calendarResenders({
  clock,
  queue,
}: Pick<Services, 'clock' | 'queue'>): Resenders<Kinds> {
  return {
    async schedule(transaction, { person, again }) {
      const entries = await listEntries(transaction, person.id);
      const last = entries.find(({ classNumber }) => classNumber === LAST_CLASS_NUMBER);
      if (!last || person.role !== 'student') throw notSo();
      if (entries.every(({ startsAt }) => isPast(startsAt, clock.now()))) throw isOver();
      const { registrationId } = last;
      await queue.add(transaction, mailScheduleJob, { personId: person.id, registrationId, again });
    },

    async choices(transaction, { person, about, again }) {
      const entries = await listEntries(transaction, person.id);
      const told = entries.filter((entry) => about.registrationIds.includes(entry.registrationId));
      if (told.length === 0) throw notSo();
      if (told.every(({ startsAt }) => isPast(startsAt, clock.now()))) throw isOver();
      await queue.add(transaction, mailChoicesJob, { personId: person.id, ...about, again });
    },

    async 'own-move'(transaction, { person, about: { registrationId }, again }) {
      const [entry] = await findEntries(transaction, [registrationId]);
      if (!entry || entry.cancelledAt) throw notSo();
      const { startsAt, sequence } = entry;
      if (isPast(startsAt, clock.now())) throw isOver();
      // From where it is: the mail says where it is now, whatever was before.
      const move = { from: startsAt.toISOString(), wasCancelled: false, sequence };
      const ids = { personId: person.id, registrationId };
      await queue.add(transaction, mailOwnMoveJob, { ...ids, ...move, again });
    },

    async 'act-for-student'(transaction, { person, about: { registrationId }, again }) {
      const [entry] = await findEntries(transaction, [registrationId]);
      if (!entry || (await isEnded(transaction, registrationId))) throw notSo();
      const { startsAt, sequence, cancelledAt } = entry;
      if (isPast(startsAt, clock.now())) throw isOver();
      // Whatever staff did to it before: it says where the class is now, or that it is to be chosen again.
      const act = cancelledAt ? 'cancelled' : 'registered';
      const ids = { personId: person.id, registrationId };
      await queue.add(transaction, mailActJob, { ...ids, act, sequence, again });
    },

    async 'makeup-given-back'(transaction, { person, about, again }) {
      const [entry] = await findEntries(transaction, [about.registrationId]);
      if (!entry || entry.cancelledAt || entry.sequence !== about.sequence) throw notSo();
      await queue.add(transaction, mailMakeupGivenBackJob, {
        personId: person.id,
        ...about,
        again,
      });
    },

    async 'classes-given-back'(transaction, { person, about, again }) {
      const [clearing] = await transaction
        .select({ undoneAt: clearings.undoneAt })
        .from(clearings)
        .where(eq(clearings.id, about.clearingId));
      // It names why they went: whoever has come back is no alumnus and has access, also where a class did not come back.
      if (!clearing || clearing.undoneAt) throw notSo();
      await queue.add(transaction, mailClearedJob, { personId: person.id, ...about, again });
    },

    async 'classes-returned'(transaction, { person, about, again }) {
      if (person.role !== 'student') throw notSo();
      const entries = await findEntries(transaction, about.registrationIds);
      if (entries.every(({ cancelledAt }) => cancelledAt !== null)) throw notSo();
      await queue.add(transaction, mailReturnedJob, { personId: person.id, ...about, again });
    },

    async 'account-reset'(transaction, { person, about, again }) {
      if (person.role !== 'student') throw notSo();
      if ((await listEntries(transaction, person.id)).length > 0) {
        throw new DomainError('message-outdated', { why: 'chosen-again' });
      }
      await queue.add(transaction, mailClearedJob, { personId: person.id, ...about, again });
    },
  };
}

/** Gone from the schedule with a reset or a changed role, unlike one that waits to be chosen again. */
async function isEnded(transaction: Transaction, registrationId: number): Promise<boolean> {
  const { id, cancelledAt } = registrations;
  return (
    (await transaction.$count(registrations, and(eq(id, registrationId), isNotNull(cancelledAt)))) >
    0
  );
}
