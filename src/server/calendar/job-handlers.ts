import { and, desc, eq, like } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { people, sentMessages } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import { inviteTo } from './invite.ts';
import { mailMakeupGivenBackJob, mailOwnMoveJob, mailResetJob, mailScheduleJob } from './jobs.ts';
import {
  makeupGivenBackMail,
  makeupUndoneMail,
  ownMoveMail,
  resetMail,
  scheduleMail,
} from './messages.ts';
import { findEntries, listEntries } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

const ownMoveKey = (registrationId: number) => `own moves of registration ${registrationId}: `;

/** Each reads the rows first and sends nothing about what has changed since: that change has a mail of its own. */
export function calendarJobHandlers(services: Deps) {
  const { database, clock, settings } = services;

  return [
    handle(mailScheduleJob, async ({ personId, registrationId, again }) => {
      const entries = await listEntries(database, personId);
      const isStillRegistered = entries.some((entry) => entry.registrationId === registrationId);
      if (!isStillRegistered) return;
      const person = await findPerson(personId);
      await sendMailOnce(services, {
        key: keyOfAgain(`schedule of registration ${registrationId}`, again),
        personId,
        kind: 'schedule',
        about: { registrationId },
        to: person.email,
        ...scheduleMail(settings, person.firstName, entries),
        calendars: await inviteTo(services, entries, person),
      });
    }),

    handle(mailOwnMoveJob, async ({ personId, registrationId, again, ...move }) => {
      const [entry] = await findEntries(database, [registrationId]);
      if (!entry || entry.cancelledAt) return;
      const lastMail = await findLastMoveMail(personId, registrationId);
      // A mail that went out after this move knew of it.
      const known =
        lastMail && lastMail.sequence >= move.sequence ? lastMail.startsAt : new Date(move.from);
      const { classNumber, startsAt, sequence } = entry;
      if (again && isPast(startsAt, clock.now())) return;
      const isElsewhere = startsAt.getTime() !== known.getTime();
      if (!isElsewhere && !move.wasCancelled && !again) return;
      const person = await findPerson(personId);
      const { email, firstName } = person;
      await sendMailOnce(services, {
        key: keyOfAgain(
          `${ownMoveKey(registrationId)}${sequence}, ${startsAt.toISOString()}`,
          again,
        ),
        personId,
        kind: 'own-move',
        about: { registrationId },
        to: email,
        ...(isPast(startsAt, clock.now())
          ? makeupUndoneMail(settings, { firstName, classNumber, makeup: known })
          : ownMoveMail(settings, {
              firstName,
              classNumber,
              from: isElsewhere ? known : null,
              to: startsAt,
            })),
        calendars: await inviteTo(services, [entry], person),
      });
    }),

    handle(mailMakeupGivenBackJob, async (given) => {
      const { personId, registrationId, makeup, sequence, again } = given;
      const [entry] = await findEntries(database, [registrationId]);
      if (!entry || entry.cancelledAt || entry.sequence !== sequence) return;
      const { classNumber, startsAt } = entry;
      const person = await findPerson(personId);
      const { email, firstName } = person;
      await sendMailOnce(services, {
        key: keyOfAgain(`makeup given back by registration ${registrationId}: ${sequence}`, again),
        personId,
        kind: 'makeup-given-back',
        about: { registrationId, makeup, sequence },
        to: email,
        ...makeupGivenBackMail(settings, {
          firstName,
          classNumber,
          attended: startsAt,
          makeup: new Date(makeup),
        }),
        calendars: await inviteTo(services, [entry], person),
      });
    }),

    handle(mailResetJob, async ({ personId, registrationIds, again }) => {
      const entries = await findEntries(database, registrationIds);
      const person = await findPerson(personId);
      const { email, firstName, startDate } = person;
      await sendMailOnce(services, {
        key: keyOfAgain(`reset of registrations from ${Math.min(...registrationIds)}`, again),
        personId,
        kind: 'account-reset',
        about: { registrationIds },
        to: email,
        ...resetMail(settings, {
          firstName,
          startDate: startDate ?? EARLIEST_START_DATE,
          entries,
        }),
        calendars: await inviteTo(services, entries, person),
      });
    }),
  ];

  /** What the last mail about a move said: the keys of these mails name sequence and time. */
  async function findLastMoveMail(personId: number, registrationId: number) {
    const { key, status } = sentMessages;
    const prefix = ownMoveKey(registrationId);
    const [last] = await database
      .select({ key })
      .from(sentMessages)
      .where(and(eq(sentMessages.personId, personId), eq(status, 'sent'), like(key, `${prefix}%`)))
      .orderBy(desc(sentMessages.id))
      .limit(1);
    if (!last) return null;
    const [sequence = '', startsAt = ''] = last.key.slice(prefix.length).split(', ');
    return { sequence: Number(sequence), startsAt: new Date(startsAt) };
  }

  async function findPerson(id: number) {
    const [person] = await database.select().from(people).where(eq(people.id, id));
    if (!person) throw new Error(`person ${id} is gone`);
    return person;
  }
}
