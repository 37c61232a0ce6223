import { and, eq, isNull } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, registrations } from '../database/schema.ts';
import type { Mailer } from '../integrations/mail/port.ts';
import type { Texter } from '../integrations/texts/port.ts';
import { defineJob, handle, type Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { sendReminderText } from '../text-consent/commands.ts';
import { classMovedMail, classMovedText } from './messages.ts';

interface Notice {
  personId: number;
  registrationId: number;
  classId: number;
  from: string;
  to: string;
  movedAt: string;
}

/** One job a message, so that a refused text does not send the mail again. */
const mailClassMoved = defineJob<Notice>('mail-class-moved');
const textClassMoved = defineJob<Notice>('text-class-moved');

/** Answers whose registrations they are. */
export async function tellOfMove(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  { from, to, movedAt }: { from: Date; to: Date; movedAt: Date },
): Promise<number[]> {
  const registered = await transaction
    .select({ registrationId: registrations.id, personId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)));
  for (const ids of registered) {
    const times = {
      from: from.toISOString(),
      to: to.toISOString(),
      movedAt: movedAt.toISOString(),
    };
    const notice = { ...ids, classId, ...times };
    await queue.add(transaction, mailClassMoved, notice);
    await queue.add(transaction, textClassMoved, notice);
  }
  return registered.map(({ registrationId }) => registrationId);
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
  const { database, mailer, settings } = parts;
  const { site, publicUrl } = settings;
  return [
    handle(mailClassMoved, async (notice) => {
      const told = await findTold(database, notice);
      if (!told) return;
      const mail = classMovedMail(site, moveOf(told, notice), `${publicUrl}${PAGES.schedule}`);
      await mailer.send({ to: told.person.email, ...mail });
    }),
    handle(textClassMoved, async (notice) => {
      const told = await findTold(database, notice);
      if (!told?.person.phone || !told.person.textConsent) return;
      const { registrationId, personId, movedAt } = notice;
      const key = `class-moved ${registrationId} ${movedAt}`;
      const body = classMovedText(site, moveOf(told, notice));
      const { phone: to } = told.person;
      await sendReminderText(parts, { key, personId, to, body, mark: body });
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
