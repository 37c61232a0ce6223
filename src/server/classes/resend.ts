import { isPast } from '../../course/class-time.ts';
import { findEntries } from '../calendar/index.ts';
import type { Transaction } from '../database/connect.ts';
import type { Resend, Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findNewInstructor, findToTell } from './instructor-mails.ts';
import { findMove } from './job-handlers.ts';
import {
  mailClassGivenJob,
  mailClassMovedJob,
  mailClassTakenJob,
  mailNewInstructorJob,
  mailTaughtClassMovedJob,
  textClassMovedJob,
} from './jobs.ts';

const instructorJobs = {
  'class-given': mailClassGivenJob,
  'class-taken': mailClassTakenJob,
  'taught-class-moved': mailTaughtClassMovedJob,
};
type ToInstructor = keyof typeof instructorJobs;

const notSo = () => new DomainError('message-outdated', { why: 'no-longer-so' });

export function classResenders({
  clock,
  queue,
}: Pick<Services, 'clock' | 'queue'>): Resenders<'class-moved' | 'new-instructor' | ToInstructor> {
  const toInstructor =
    (kind: ToInstructor) =>
    async (transaction: Transaction, { person, about, again }: Resend<ToInstructor>) => {
      const notice = { personId: person.id, ...about, again };
      const { told } = await findToTell({ database: transaction, clock }, kind, notice);
      if (told.length === 0) throw notSo();
      await queue.add(transaction, instructorJobs[kind], notice);
    };

  return {
    async 'class-moved'(transaction, { person, channel, about, again }) {
      const notice = { personId: person.id, ...about, again };
      if (!(await findMove({ database: transaction, clock }, notice))) {
        const [entry] = await findEntries(transaction, [about.registrationId]);
        const isOver = entry !== undefined && isPast(entry.startsAt, clock.now());
        throw new DomainError('message-outdated', { why: isOver ? 'class-over' : 'no-longer-so' });
      }
      await queue.add(
        transaction,
        channel === 'email' ? mailClassMovedJob : textClassMovedJob,
        notice,
      );
    },

    async 'new-instructor'(transaction, { person, about, again }) {
      const notice = { personId: person.id, ...about, again };
      if (!(await findNewInstructor({ database: transaction, clock }, notice))) throw notSo();
      await queue.add(transaction, mailNewInstructorJob, notice);
    },

    'class-given': toInstructor('class-given'),
    'class-taken': toInstructor('class-taken'),
    'taught-class-moved': toInstructor('taught-class-moved'),
  };
}
