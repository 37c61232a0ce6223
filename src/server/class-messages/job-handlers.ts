import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, classMessages, people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { type ClassMessageTo, mailClassMessageJob, textClassMessageJob } from './jobs.ts';
import { classMessageMail, classMessageText } from './messages.ts';
import { getsTexts } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

export function classMessageJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  return [
    handle(mailClassMessageJob, async (ids) => {
      const found = await findClassMessage(database, ids);
      if (!found) return;
      const { message, person, startsAt } = found;
      await sendMailOnce(services, {
        key: keyOfAgain(`mail of class message ${message.id} to person ${person.id}`, ids.again),
        kind: 'class-message',
        about: { messageId: message.id },
        personId: person.id,
        to: person.email,
        ...classMessageMail(settings, { ...message, firstName: person.firstName, startsAt }),
      });
    }),
    handle(textClassMessageJob, async (ids) => {
      const found = await findClassMessage(database, ids);
      if (!found?.message.textBody || !found.person.textPhone || !getsTexts(found.person)) return;
      const { message, person } = found;
      const now = clock.now();
      const usefulUntil = new Date(now.getTime() + DAY_MS);
      waitForDaytime(now, usefulUntil);
      const body = classMessageText(settings.site, found.message.textBody);
      await sendReminderText(services, {
        key: keyOfAgain(`text of class message ${message.id} to person ${person.id}`, ids.again),
        kind: 'class-message',
        about: { messageId: message.id },
        personId: person.id,
        to: found.person.textPhone,
        body,
        searchText: body,
        usefulUntil,
      });
    }),
  ];
}

/** Undefined for whoever has lost access since. */
export async function findClassMessage(
  database: Database | Transaction,
  { personId, messageId }: ClassMessageTo,
) {
  const [found] = await database
    .select({ message: classMessages, person: people, startsAt: classes.startsAt })
    .from(classMessages)
    .innerJoin(classes, eq(classes.id, classMessages.classId))
    .innerJoin(people, eq(people.id, personId))
    .where(and(eq(classMessages.id, messageId), isNull(people.deactivatedAt)));
  return found;
}
