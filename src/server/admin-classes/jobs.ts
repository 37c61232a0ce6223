import { and, eq, isNull } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { afterQuietHours } from '../../course/reminders.ts';
import { attachClass, findEntries } from '../calendars/queries.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, registrations } from '../database/schema.ts';
import type { Mailer } from '../integrations/mail/port.ts';
import type { Texter } from '../integrations/texts/port.ts';
import { TryLater } from '../jobs/outcomes.ts';
import { defineJob, handle, type Queue } from '../jobs/queue.ts';
import { sendMailOnce } from '../mail-sender.ts';
import type { Settings } from '../settings.ts';
import { sendReminderText } from '../text-consent/commands.ts';
import { classMovedMail, classMovedText } from './messages.ts';

interface Notice {
  personId: number;
  registrationId: number;
  classId: number;
  from: string;
  movedAt: string;
}

/** One job a message, so that a refused text does not send the mail again. */
const mailClassMoved = defineJob<Notice>('mail-class-moved');
const textClassMoved = defineJob<Notice>('text-class-moved');

export async function tellOfMove(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  { from, movedAt }: { from: Date; movedAt: Date },
): Promise<void> {
  const registered = await transaction
    .select({ registrationId: registrations.id, personId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)));
  for (const ids of registered) {
    const times = { from: from.toISOString(), movedAt: movedAt.toISOString() };
    const notice = { ...ids, classId, ...times };
    await queue.add(transaction, mailClassMoved, notice);
    await queue.add(transaction, textClassMoved, notice);
  }
}

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  mailer: Mailer;
  texter: Texter;
  settings: Settings;
}

export function adminClassJobs(parts: Parts) {
  const { database, clock, settings } = parts;
  const { site, publicUrl } = settings;
  return [
    handle(mailClassMoved, async (notice) => {
      const move = await findMove(notice);
      if (!move) return;
      const { entry, person } = move;
      await sendMailOnce(parts, {
        key: `class move ${entry.sequence} of registration ${notice.registrationId}`,
        personId: person.id,
        to: person.email,
        ...classMovedMail(site, move, `${publicUrl}${PAGES.schedule}`),
        calendars: [attachClass(settings, entry, clock.now())],
      });
    }),
    handle(textClassMoved, async (notice) => {
      const move = await findMove(notice);
      if (!move?.person.phone || !move.person.textConsent) return;
      waitForDaytime(clock.now(), move.to);
      const { id: personId, phone: to } = move.person;
      const body = classMovedText(site, move);
      const key = `class-moved ${notice.registrationId} ${notice.movedAt}`;
      await sendReminderText(parts, { key, personId, to, body, mark: body });
    }),
  ];

  /** Whoever is told late is told where the class is now, but never that it moved to where it was. */
  async function findMove(notice: Notice) {
    const told = await findTold(database, notice);
    const [entry] = await findEntries(database, [notice.registrationId]);
    if (!told || !entry || entry.startsAt.toISOString() === notice.from) return undefined;
    const { firstName } = told.person;
    const { classNumber } = told.registration;
    const times = { from: new Date(notice.from), to: entry.startsAt };
    return { person: told.person, entry, firstName, classNumber, ...times };
  }
}

const longestNapSeconds = 15 * 60;

/** No text wakes anybody up, unless the class would have begun by the morning. In naps, since the demo's clock can be moved. */
function waitForDaytime(now: Date, startsAt: Date): void {
  const daytime = afterQuietHours(now);
  if (daytime <= now || daytime >= startsAt) return;
  const seconds = (daytime.getTime() - now.getTime()) / 1000;
  throw new TryLater(Math.min(seconds, longestNapSeconds), 'It is night.');
}

/** Nobody who has meanwhile moved away or cancelled is told. */
async function findTold(database: Database, { registrationId, classId }: Notice) {
  const [told] = await database
    .select({ person: people, registration: registrations })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(
      and(
        eq(registrations.id, registrationId),
        eq(registrations.classId, classId),
        isNull(registrations.cancelledAt),
      ),
    );
  return told;
}
