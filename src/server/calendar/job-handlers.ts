import { and, desc, eq, like } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import type { ClearingKind } from '../../course/clearing.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { clearings, sentMessages } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import type { MessageNote } from '../messaging/message-note.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import { actMail } from './act-messages.ts';
import { inviteTo } from './invite.ts';
import {
  mailActJob,
  mailClearedJob,
  mailMakeupGivenBackJob,
  mailOwnMoveJob,
  mailReturnedJob,
  mailScheduleJob,
} from './jobs.ts';
import { mailChoicesHandler } from './mail-choices.ts';
import {
  clearedMail,
  makeupGivenBackMail,
  makeupUndoneMail,
  ownMoveMail,
  returnedMail,
  scheduleMail,
} from './messages.ts';
import { findEntries, findPerson, listEntries } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

interface Cleared {
  kind: ClearingKind;
  note: MessageNote;
  key: string;
  personId: number;
  registrationIds: number[];
}

const ownMoveKey = (registrationId: number) => `own moves of registration ${registrationId}: `;

/** Each reads the rows first and sends nothing about what has changed since: that change has a mail of its own. */
export function calendarJobHandlers(services: Deps) {
  const { database, clock, settings } = services;

  return [
    mailChoicesHandler(services),

    handle(mailScheduleJob, async ({ personId, registrationId, again, isByStaff = false }) => {
      const entries = await listEntries(database, personId);
      const last = entries.find((entry) => entry.registrationId === registrationId);
      if (!last) return;
      const person = await findPerson(database, personId);
      await sendMailOnce(services, {
        key: keyOfAgain(`schedule of registration ${registrationId}`, again),
        personId,
        kind: 'schedule',
        about: { registrationId },
        to: person.email,
        ...scheduleMail(settings, person.firstName, { entries, byStaff: isByStaff ? last : null }),
        calendars: await inviteTo(services, entries, person),
      });
    }),

    handle(mailOwnMoveJob, async ({ personId, registrationId, again, isByStaff, ...move }) => {
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
      const person = await findPerson(database, personId);
      const { email, firstName } = person;
      const from = isElsewhere ? known : null;
      const isOver = isPast(startsAt, clock.now());
      const writeMail = () => {
        const details = { firstName, registrationId, classNumber, startsAt, from, isPast: isOver };
        if (isByStaff) return actMail(settings, 'moved', details);
        return isOver
          ? makeupUndoneMail(settings, { firstName, classNumber, makeup: known })
          : ownMoveMail(settings, { firstName, classNumber, from, to: startsAt });
      };
      await sendMailOnce(services, {
        key: keyOfAgain(
          `${ownMoveKey(registrationId)}${sequence}, ${startsAt.toISOString()}`,
          again,
        ),
        personId,
        kind: isByStaff ? 'act-for-student' : 'own-move',
        about: { registrationId },
        to: email,
        ...writeMail(),
        calendars: await inviteTo(services, [entry], person),
      });
    }),

    handle(mailActJob, async ({ personId, registrationId, act, sequence, again }) => {
      const [entry] = await findEntries(database, [registrationId]);
      if (!entry || entry.sequence !== sequence) return;
      const person = await findPerson(database, personId);
      const { email, firstName } = person;
      const { classNumber, startsAt } = entry;
      await sendMailOnce(services, {
        // A later mail about the student's own move goes by what this one said.
        key: keyOfAgain(
          `${ownMoveKey(registrationId)}${sequence}, ${startsAt.toISOString()}`,
          again,
        ),
        personId,
        kind: 'act-for-student',
        about: { registrationId },
        to: email,
        ...actMail(settings, act, {
          ...{ firstName, registrationId, classNumber, startsAt },
          isPast: isPast(startsAt, clock.now()),
          from: null,
        }),
        calendars: await inviteTo(services, [entry], person),
      });
    }),

    handle(mailMakeupGivenBackJob, async (given) => {
      const { personId, registrationId, makeup, sequence, again } = given;
      const [entry] = await findEntries(database, [registrationId]);
      if (!entry || entry.cancelledAt || entry.sequence !== sequence) return;
      const { classNumber, startsAt } = entry;
      const person = await findPerson(database, personId);
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

    handle(mailClearedJob, async ({ personId, registrationIds, clearingId, again }) => {
      const { kind } = await findClearing(clearingId);
      const about = { clearingId, registrationIds };
      const note: MessageNote = {
        kind: kind === 'reset' ? 'account-reset' : 'classes-given-back',
        about,
      };
      const key = keyOfAgain(`clearing ${clearingId}`, again);
      await mailCleared({ kind, note, key, personId, registrationIds });
    }),

    handle(mailReturnedJob, async ({ personId, registrationIds, clearingId, again }) => {
      const { kind } = await findClearing(clearingId);
      const entries = await findEntries(database, registrationIds);
      const person = await findPerson(database, personId);
      const { email, firstName, startDate } = person;
      await sendMailOnce(services, {
        key: keyOfAgain(`return of clearing ${clearingId}`, again),
        personId,
        kind: 'classes-returned',
        about: { clearingId, registrationIds },
        to: email,
        ...returnedMail(settings, {
          firstName,
          // A reset had changed it.
          startDate: kind === 'reset' ? startDate : null,
          back: entries.filter(({ cancelledAt }) => cancelledAt === null),
          gone: entries.filter(({ cancelledAt }) => cancelledAt !== null),
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

  /** Of those that have come back since, a mail of its own tells. */
  async function mailCleared({ kind, key, note, personId, registrationIds }: Cleared) {
    const found = await findEntries(database, registrationIds);
    const entries = found.filter(({ cancelledAt }) => cancelledAt !== null);
    if (entries.length === 0) return;
    const person = await findPerson(database, personId);
    const { email, firstName, startDate } = person;
    await sendMailOnce(services, {
      ...note,
      key,
      personId,
      to: email,
      saysAccessEnded: kind === 'deactivation',
      ...clearedMail(settings, {
        kind,
        firstName,
        startDate: startDate ?? EARLIEST_START_DATE,
        entries,
      }),
      calendars: await inviteTo(services, entries, person),
    });
  }

  async function findClearing(id: number) {
    const [clearing] = await database.select().from(clearings).where(eq(clearings.id, id));
    if (!clearing) throw new Error(`clearing ${id} is gone`);
    return clearing;
  }
}
