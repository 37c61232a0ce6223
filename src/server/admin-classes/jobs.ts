import { and, eq, isNull } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { attachClass, findEntries } from '../calendars/queries.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, registrations } from '../database/schema.ts';
import type { Mailer } from '../integrations/mail/port.ts';
import type { Texter } from '../integrations/texts/port.ts';
import { defineJob, handle, type Queue } from '../jobs/queue.ts';
import { sendMailOnce } from '../mail-sender.ts';
import type { Settings } from '../settings.ts';
import { classMovedMail, classMovedText } from './messages.ts';

interface Notice {
  personId: number;
  registrationId: number;
  classId: number;
  from: string;
  to: string;
}

/** One job a message, so that a refused text does not send the mail again. */
const mailClassMoved = defineJob<Notice>('mail-class-moved');
const textClassMoved = defineJob<Notice>('text-class-moved');

export async function tellOfMove(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  from: Date,
  to: Date,
): Promise<void> {
  const registered = await transaction
    .select({ registrationId: registrations.id, personId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)));
  for (const ids of registered) {
    const notice = { ...ids, classId, from: from.toISOString(), to: to.toISOString() };
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
  const { database, clock, texter, settings } = parts;
  const { site, publicUrl } = settings;
  return [
    handle(mailClassMoved, async (notice) => {
      const { personId, registrationId, from } = notice;
      const told = await findTold(database, notice);
      const [entry] = await findEntries(database, [registrationId]);
      // Whoever is told late is told where the class is now, but never that it moved to where it was.
      if (!told || !entry || entry.startsAt.toISOString() === from) return;
      const move = { ...moveOf(told, notice), to: entry.startsAt };
      await sendMailOnce(parts, {
        key: `class move ${entry.sequence} of registration ${registrationId}`,
        personId,
        to: told.person.email,
        ...classMovedMail(site, move, `${publicUrl}${PAGES.schedule}`),
        calendars: [attachClass(settings, entry, clock.now())],
      });
    }),
    handle(textClassMoved, async (notice) => {
      const told = await findTold(database, notice);
      if (!told?.person.phone || !told.person.textConsent) return;
      const body = classMovedText(site, moveOf(told, notice));
      await texter.send({ to: told.person.phone, body, sender: 'reminders' });
    }),
  ];
}

type Told = NonNullable<Awaited<ReturnType<typeof findTold>>>;

function moveOf({ person, registration }: Told, { from, to }: Notice) {
  const { firstName } = person;
  return {
    firstName,
    classNumber: registration.classNumber,
    from: new Date(from),
    to: new Date(to),
  };
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
