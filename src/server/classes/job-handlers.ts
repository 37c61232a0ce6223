import { and, eq, isNull } from 'drizzle-orm';
import { classOnSchedule } from '../../course/class-links.ts';
import { isPast } from '../../course/class-time.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { findEntries, inviteTo } from '../calendar/index.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import { instructorMailHandlers } from './instructor-mails.ts';
import { type MoveNotice, mailClassMovedJob, textClassMovedJob } from './jobs.ts';
import { classMovedMail, classMovedText } from './messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

export function classJobHandlers(services: Deps) {
  const { clock, settings } = services;
  const { site, publicUrl } = settings;
  return [
    ...instructorMailHandlers(services),
    handle(mailClassMovedJob, async (notice) => {
      const move = await findMove(services, notice);
      if (!move) return;
      const { entry, person } = move;
      await sendMailOnce(services, {
        key: keyOfAgain(
          `class move ${entry.sequence} of registration ${notice.registrationId}`,
          notice.again,
        ),
        kind: 'class-moved',
        about: aboutOf(notice),
        personId: person.id,
        to: person.email,
        ...classMovedMail(site, move, publicUrl + classOnSchedule(move.classNumber)),
        calendars: await inviteTo(services, [entry], person),
      });
    }),
    handle(textClassMovedJob, async (notice) => {
      const move = await findMove(services, notice);
      if (!move?.person.textPhone || !move.person.textConsent) return;
      waitForDaytime(clock.now(), move.to);
      const { id: personId, textPhone: to } = move.person;
      await sendReminderText(services, {
        key: keyOfAgain(`class-moved ${notice.registrationId} ${notice.movedAt}`, notice.again),
        kind: 'class-moved',
        about: aboutOf(notice),
        personId,
        to,
        ...classMovedText(site, move),
        usefulUntil: new Date(move.to.getTime() + CLASS_DURATION_MS),
      });
    }),
  ];
}

/**
 * A late message names the time that the class has now. There is none when that is the time before the move,
 * or when the class is over.
 */
export async function findMove(
  { database, clock }: { database: Database | Transaction; clock: Services['clock'] },
  notice: MoveNotice,
) {
  const registered = await findRegistered(database, notice);
  const [entry] = await findEntries(database, [notice.registrationId]);
  if (!registered || !entry || entry.startsAt.toISOString() === notice.from) return undefined;
  if (isPast(entry.startsAt, clock.now())) return undefined;
  const { firstName } = registered.person;
  const { classNumber } = registered.registration;
  const times = { from: new Date(notice.from), to: entry.startsAt };
  return { person: registered.person, entry, firstName, classNumber, ...times };
}

const aboutOf = ({ personId: _, again: __, ...about }: MoveNotice) => about;

/** Undefined for whoever has moved away, cancelled or lost access since. */
async function findRegistered(
  database: Database | Transaction,
  { registrationId, classId }: MoveNotice,
) {
  const [registered] = await database
    .select({ person: people, registration: registrations })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(
      and(
        eq(registrations.id, registrationId),
        eq(registrations.classId, classId),
        hasPlace,
        isNull(people.deactivatedAt),
      ),
    );
  return registered;
}
