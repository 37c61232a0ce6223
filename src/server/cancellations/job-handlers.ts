import { and, eq, isNull } from 'drizzle-orm';
import { chooseAgainPath, PAGES } from '../../course/pages.ts';
import { inviteTo } from '../calendar/index.ts';
import { classCancellations, people, sentMessages } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
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

    handle(mailCancellationJob, async (notice) => {
      const told = await findTold(notice);
      if (!told) return;
      const { person, reason } = told;
      const { id: personId, email: to, firstName } = person;
      const mail = {
        key: keyOfAgain(keyOf('mail', notice), notice.again),
        ...cancelledNote(notice),
        personId,
        to,
      };
      const own = await findWaiting(database, notice);
      if (own.length > 0) {
        const link = await writeLink('mail', notice, own);
        const calendars = await inviteTo(services, own, person);
        const words = classCancelledMail(settings, { firstName, reason, own }, link);
        return sendMailOnce(services, { ...mail, ...words, calendars });
      }
      const { starts, isInstructor } = await findSessions(services, notice, { areCancelled: true });
      if (starts.length === 0) return;
      const write = isInstructor ? instructorCancelledMail : sessionCancelledMail;
      return sendMailOnce(services, { ...mail, ...write(settings, { firstName, reason, starts }) });
    }),

    handle(textCancellationJob, async (notice) => {
      const { person } = (await findTold(notice)) ?? {};
      const own = await findWaiting(database, notice);
      if (own.length === 0 || !person?.textPhone || !person.textConsent) return;
      const usefulUntil = new Date(clock.now().getTime() + DAY_MS);
      waitForDaytime(clock.now(), usefulUntil);
      const isPlain = person.phone === null;
      const link = await writeLink('text', notice, own, { isPlain });
      const body = classCancelledText(site, own, link);
      await sendReminderText(services, {
        key: keyOfAgain(keyOf('text', notice), notice.again),
        ...cancelledNote(notice),
        personId: person.id,
        to: person.textPhone,
        body,
        searchText: isPlain ? body : link,
        usefulUntil,
      });
    }),

    handle(mailUndoJob, async (notice) => {
      const { person } = (await findTold(notice)) ?? {};
      if (!person || !(await wasTold('mail', notice))) return;
      const { id: personId, email: to, firstName } = person;
      const mail = {
        key: keyOfAgain(undoneKeyOf('mail', notice), notice.again),
        ...undoneNote(notice),
        personId,
        to,
      };
      const own = await findRestored(services, notice);
      if (own.length > 0) {
        const calendars = await inviteTo(services, own, person);
        const words = studentUndoneMail(settings, { firstName, own });
        return sendMailOnce(services, { ...mail, ...words, calendars });
      }
      const { starts, isInstructor } = await findSessions(services, notice, {
        areCancelled: false,
      });
      if (starts.length === 0) return;
      const words = otherUndoneMail(settings, { firstName, starts, isInstructor });
      return sendMailOnce(services, { ...mail, ...words });
    }),

    handle(textUndoJob, async (notice) => {
      if (!(await wasTold('text', notice))) return;
      const { person } = (await findTold(notice)) ?? {};
      const own = await findRestored(services, notice);
      const [first] = own;
      if (!first || !person?.textPhone || !person.textConsent) return;
      waitForDaytime(clock.now(), first.startsAt);
      await sendReminderText(services, {
        key: keyOfAgain(undoneKeyOf('text', notice), notice.again),
        ...undoneNote(notice),
        personId: person.id,
        to: person.textPhone,
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

  async function wasTold(channel: 'mail' | 'text', notice: CancellationNotice) {
    return (await database.$count(sentMessages, eq(sentMessages.key, keyOf(channel, notice)))) > 0;
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
