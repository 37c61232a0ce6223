import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isUpcoming } from '../../course/class-time.ts';
import { chooseAgainPath, PAGES } from '../../course/pages.ts';
import { findEntries, inviteTo } from '../calendar/index.ts';
import {
  classCancellations,
  classes,
  people,
  registrations,
  sentMessages,
} from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { writeReminderLink } from '../sign-in/index.ts';
import { announceHandler } from './announce.ts';
import {
  type CancellationNotice,
  mailCancellationJob,
  mailUndoJob,
  textCancellationJob,
  textUndoJob,
  type UndoNotice,
} from './jobs.ts';
import {
  classCancelledMail,
  classCancelledText,
  classUndoneText,
  instructorCancelledMail,
  otherUndoneMail,
  sessionCancelledMail,
  studentUndoneMail,
} from './messages.ts';
import { listOthers } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

const linkLifeMs = 7 * DAY_MS;

const keyOf = (channel: 'mail' | 'text', { personId, cancellationId }: CancellationNotice) =>
  `${channel} of cancellation ${cancellationId} to person ${personId}`;
const undoneKeyOf = (channel: 'mail' | 'text', notice: CancellationNotice) =>
  `undone: ${keyOf(channel, notice)}`;

const cancelledNote = ({ cancellationId }: CancellationNotice) =>
  ({ kind: 'class-cancelled', about: { cancellationId } }) as const;
const undoneNote = ({ personId: _, ...about }: UndoNotice) =>
  ({ kind: 'cancellation-undone', about }) as const;

export function cancellationJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site } = settings;

  return [
    announceHandler(services),

    handle(mailCancellationJob, async (notice) => {
      const told = await findTold(notice);
      if (!told) return;
      const { person, reason } = told;
      const { id: personId, email: to, firstName } = person;
      const mail = { key: keyOf('mail', notice), ...cancelledNote(notice), personId, to };
      const own = await findWaiting(notice);
      if (own.length > 0) {
        const link = await writeLink('mail', notice, own);
        const calendars = await inviteTo(services, own, person);
        const words = classCancelledMail(settings, { firstName, reason, own }, link);
        return sendMailOnce(services, { ...mail, ...words, calendars });
      }
      const { starts, isInstructor } = await findSessions(notice, { areCancelled: true });
      if (starts.length === 0) return;
      const write = isInstructor ? instructorCancelledMail : sessionCancelledMail;
      return sendMailOnce(services, { ...mail, ...write(settings, { firstName, reason, starts }) });
    }),

    handle(textCancellationJob, async (notice) => {
      const { person } = (await findTold(notice)) ?? {};
      const own = await findWaiting(notice);
      if (own.length === 0 || !person?.phone || !person.textConsent) return;
      const usefulUntil = new Date(clock.now().getTime() + DAY_MS);
      waitForDaytime(clock.now(), usefulUntil);
      const link = await writeLink('text', notice, own);
      await sendReminderText(services, {
        key: keyOf('text', notice),
        ...cancelledNote(notice),
        personId: person.id,
        to: person.phone,
        body: classCancelledText(site, own, link),
        searchText: link,
        usefulUntil,
      });
    }),

    handle(mailUndoJob, async (notice) => {
      const { person } = (await findTold(notice)) ?? {};
      if (!person || !(await wasTold('mail', notice))) return;
      const { id: personId, email: to, firstName } = person;
      const mail = { key: undoneKeyOf('mail', notice), ...undoneNote(notice), personId, to };
      const own = await findRestored(notice);
      if (own.length > 0) {
        const calendars = await inviteTo(services, own, person);
        const words = studentUndoneMail(settings, { firstName, own });
        return sendMailOnce(services, { ...mail, ...words, calendars });
      }
      const { starts, isInstructor } = await findSessions(notice, { areCancelled: false });
      if (starts.length === 0) return;
      const words = otherUndoneMail(settings, { firstName, starts, isInstructor });
      return sendMailOnce(services, { ...mail, ...words });
    }),

    handle(textUndoJob, async (notice) => {
      if (!(await wasTold('text', notice))) return;
      const { person } = (await findTold(notice)) ?? {};
      const own = await findRestored(notice);
      const [first] = own;
      if (!first || !person?.phone || !person.textConsent) return;
      waitForDaytime(clock.now(), first.startsAt);
      await sendReminderText(services, {
        key: undoneKeyOf('text', notice),
        ...undoneNote(notice),
        personId: person.id,
        to: person.phone,
        ...classUndoneText(site, own),
        usefulUntil: first.startsAt,
      });
    }),
  ];

  /** Undefined for whoever has lost access since. */
  async function findTold({ personId, cancellationId }: CancellationNotice) {
    const [found] = await database
      .select({ person: people, reason: classCancellations.reason })
      .from(classCancellations)
      .innerJoin(people, eq(people.id, personId))
      .where(and(eq(classCancellations.id, cancellationId), isNull(people.deactivatedAt)));
    return found;
  }

  /** None for whoever has chosen again meanwhile, or has their place again. */
  async function findWaiting({ personId, cancellationId }: CancellationNotice) {
    const waiting = await database
      .select({ id: registrations.id })
      .from(registrations)
      .where(
        and(
          eq(registrations.studentId, personId),
          eq(registrations.cancellationId, cancellationId),
          isNull(registrations.cancelledAt),
        ),
      );
    return findEntries(
      database,
      waiting.map(({ id }) => id),
    );
  }

  /** Those of which it is still true, and still worth telling. */
  async function findRestored({ registrationIds }: UndoNotice) {
    const entries = await findEntries(database, registrationIds);
    return entries.filter(
      ({ cancelledAt, startsAt }) => !cancelledAt && isUpcoming(startsAt, clock.now()),
    );
  }

  /** The classes of somebody without a registration that are, or no longer are, cancelled. */
  async function findSessions(
    notice: CancellationNotice & { classIds?: number[] },
    { areCancelled }: { areCancelled: boolean },
  ) {
    const { personId, cancellationId, classIds = [] } = notice;
    const found = await database
      .select()
      .from(classes)
      .where(
        areCancelled
          ? eq(classes.cancellationId, cancellationId)
          : and(inArray(classes.id, classIds), isNull(classes.cancellationId)),
      )
      .orderBy(asc(classes.startsAt));
    const others = await listOthers(
      database,
      found.map(({ id }) => id),
    );
    const theirs = new Set(
      others.filter((one) => one.personId === personId).map(({ classId }) => classId),
    );
    const mine = found.filter(
      ({ id, startsAt }) => theirs.has(id) && isUpcoming(startsAt, clock.now()),
    );
    return {
      starts: mine.map(({ startsAt }) => startsAt),
      isInstructor: mine.some(({ instructorId }) => instructorId === personId),
    };
  }

  async function wasTold(channel: 'mail' | 'text', notice: CancellationNotice) {
    return (await database.$count(sentMessages, eq(sentMessages.key, keyOf(channel, notice)))) > 0;
  }

  function writeLink(
    channel: 'mail' | 'text',
    notice: CancellationNotice,
    own: { registrationId: number }[],
  ) {
    const [first] = own.map(({ registrationId }) => registrationId);
    return database.transaction((transaction) =>
      writeReminderLink(services, transaction, {
        personId: notice.personId,
        about: keyOf(channel, notice),
        redirectTo: first === undefined ? PAGES.schedule : chooseAgainPath(first),
        expiresAt: new Date(clock.now().getTime() + linkLifeMs),
      }),
    );
  }
}
