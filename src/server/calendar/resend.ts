import { isPast } from '../../course/class-time.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { mailMakeupGivenBackJob, mailOwnMoveJob, mailResetJob, mailScheduleJob } from './jobs.ts';
import { findEntries, listEntries } from './queries.ts';

type Kinds = 'schedule' | 'own-move' | 'makeup-given-back' | 'account-reset';

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

    async 'makeup-given-back'(transaction, { person, about, again }) {
      const [entry] = await findEntries(transaction, [about.registrationId]);
      if (!entry || entry.cancelledAt || entry.sequence !== about.sequence) throw notSo();
      await queue.add(transaction, mailMakeupGivenBackJob, {
        personId: person.id,
        ...about,
        again,
      });
    },

    async 'account-reset'(transaction, { person, about, again }) {
      if (person.role !== 'student') throw notSo();
      if ((await listEntries(transaction, person.id)).length > 0) {
        throw new DomainError('message-outdated', { why: 'chosen-again' });
      }
      await queue.add(transaction, mailResetJob, { personId: person.id, ...about, again });
    },
  };
}
