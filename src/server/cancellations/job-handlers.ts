import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { chooseAgainPath, PAGES } from '../../course/pages.ts';
import { inviteTo } from '../calendar/index.ts';
import { classCancellations, people, sentMessages } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailIfStillTrue } from '../messaging/mail-sender.ts';
import { sendReminderTextIfStillTrue } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { settleText } from '../messaging/text-sender.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { writeReminderLink } from '../sign-in/index.ts';
import { announceHandler, removeMeetingsHandler } from './announce.ts';
import {
  type CancellationNotice,
  mailCancellationJob,
  mailUndoJob,
  textCancellationJob,
  textUndoJob,
  type UndoNotice,
} from './jobs.ts';
import {
  cancelledWords,
  classCancelledMail,
  classCancelledText,
  classUndoneText,
  instructorCancelledMail,
  otherUndoneMail,
  sessionCancelledMail,
  studentUndoneMail,
  undoneWords,
} from './messages.ts';
import { findRestored, findSessions, findWaiting } from './told.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

const linkLifeMs = 7 * DAY_MS;

const keyOf = (channel: 'mail' | 'text', { personId, cancellationId }: CancellationNotice) =>
  `${channel} of cancellation ${cancellationId} to person ${personId}`;
const undoneKeyOf = (channel: 'mail' | 'text', notice: CancellationNotice) =>
  `undone: ${keyOf(channel, notice)}`;

const cancelledNote = ({ cancellationId }: CancellationNotice) =>
  ({ kind: 'class-cancelled', about: { cancellationId } }) as const;
const undoneNote = ({ personId: _, again: __, ...about }: UndoNotice) =>
  ({ kind: 'cancellation-undone', about }) as const;

export function cancellationJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site } = settings;

  return [
    announceHandler(services),
    removeMeetingsHandler(services),

    handle(mailCancellationJob, (notice) => {
      const key = keyOfAgain(keyOf('mail', notice), notice.again);
      return sendMailIfStillTrue(services, { lock: keyOf('mail', notice), key }, async () => {
        const { person, reason } = (await findTold(notice)) ?? {};
        if (!person || reason === undefined) return null;
        const { id: personId, email: to, firstName } = person;
        const mail = { key, ...cancelledNote(notice), personId, to };
        const own = await findWaiting(database, notice);
        if (own.length > 0) {
          const link = await writeLink('mail', notice, own);
          const calendars = await inviteTo(services, own, person);
          const words = classCancelledMail(settings, { firstName, reason, own }, link);
          return { ...mail, ...words, calendars };
        }
        const { starts, isInstructor } = await findSessions(services, notice, {
          areCancelled: true,
        });
        if (starts.length === 0) return null;
        const write = isInstructor ? instructorCancelledMail : sessionCancelledMail;
        return { ...mail, ...write(settings, { firstName, reason, starts }) };
      });
    }),

    handle(textCancellationJob, async (notice) => {
      const lock = keyOf('text', notice);
      const key = keyOfAgain(lock, notice.again);
      await sendReminderTextIfStillTrue(services, lock, async () => {
        const { person } = (await findTold(notice)) ?? {};
        const own = await findWaiting(database, notice);
        if (own.length === 0 || !person?.textPhone || !person.textConsent) {
          await settleText(services, key, cancelledWords);
          return null;
        }
        const usefulUntil = new Date(clock.now().getTime() + DAY_MS);
        waitForDaytime(clock.now(), usefulUntil);
        const isPlain = person.phone === null;
        const link = await writeLink('text', notice, own, { isPlain });
        const body = classCancelledText(site, own, link);
        const { id: personId, textPhone: to } = person;
        const searchText = isPlain ? body : link;
        return { key, ...cancelledNote(notice), personId, to, body, searchText, usefulUntil };
      });
    }),

    handle(mailUndoJob, (notice) => {
      const key = keyOfAgain(undoneKeyOf('mail', notice), notice.again);
      return sendMailIfStillTrue(services, { lock: keyOf('mail', notice), key }, async () => {
        const { person } = (await findTold(notice)) ?? {};
        if (!person || !(await wasNotified('email', notice))) return null;
        const { id: personId, email: to, firstName } = person;
        const mail = { key, ...undoneNote(notice), personId, to };
        const own = await findRestored(services, notice);
        if (own.length > 0) {
          const calendars = await inviteTo(services, own, person);
          return { ...mail, ...studentUndoneMail(settings, { firstName, own }), calendars };
        }
        const { starts, isInstructor } = await findSessions(services, notice, {
          areCancelled: false,
        });
        if (starts.length === 0) return null;
        return { ...mail, ...otherUndoneMail(settings, { firstName, starts, isInstructor }) };
      });
    }),

    handle(textUndoJob, async (notice) => {
      const lock = keyOf('text', notice);
      const key = keyOfAgain(undoneKeyOf('text', notice), notice.again);
      await sendReminderTextIfStillTrue(services, lock, async () => {
        const words = await writeUndone();
        if (!words) await settleText(services, key, undoneWords);
        return words;
      });

      async function writeUndone() {
        const { person } = (await findTold(notice)) ?? {};
        const own = await findRestored(services, notice);
        const [first] = own;
        if (!first || !person?.textPhone || !person.textConsent) return null;
        await settleText(services, lock, cancelledWords);
        if (!(await wasNotified('text', notice))) return null;
        waitForDaytime(clock.now(), first.startsAt);
        const { id: personId, textPhone: to } = person;
        const words = classUndoneText(site, own);
        return { key, ...undoneNote(notice), personId, to, ...words, usefulUntil: first.startsAt };
      }
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

  /**
   * By a message that has left. A mail that is neither sent nor refused was given up by a process that died: it may have
   * left, too.
   */
  async function wasNotified(channel: 'email' | 'text', notice: CancellationNotice) {
    const { personId, kind, about, status, problem } = sentMessages;
    const mayHaveLeft = and(eq(status, 'queued'), isNull(problem));
    const count = await database.$count(
      sentMessages,
      and(
        eq(personId, notice.personId),
        eq(sentMessages.channel, channel),
        eq(kind, 'class-cancelled'),
        sql`(${about} ->> 'cancellationId')::int = ${notice.cancellationId}`,
        or(inArray(status, ['sent', 'delivered']), mayHaveLeft),
      ),
    );
    return count > 0;
  }

  function writeLink(
    channel: 'mail' | 'text',
    notice: CancellationNotice,
    own: { registrationId: number }[],
    { isPlain = false } = {},
  ) {
    const [first] = own.map(({ registrationId }) => registrationId);
    return database.transaction((transaction) =>
      writeReminderLink(services, transaction, {
        personId: notice.personId,
        about: keyOfAgain(keyOf(channel, notice), notice.again),
        redirectTo: first === undefined ? PAGES.schedule : chooseAgainPath(first),
        expiresAt: new Date(clock.now().getTime() + linkLifeMs),
        isPlain,
      }),
    );
  }
}
