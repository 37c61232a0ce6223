import { and, eq, isNull } from 'drizzle-orm';
import { classMessageText, getsTexts } from '../class-messages/index.ts';
import type { Transaction } from '../database/connect.ts';
import { groupMessages, people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import {
  type GroupMessageTo,
  mailGroupMessageJob,
  refreshProgressJob,
  textGroupMessageJob,
} from './jobs.ts';
import { groupMessageMail } from './messages.ts';
import { refreshProgress } from './progress.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

export function journeyBoardJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  return [
    handle(refreshProgressJob, () => refreshProgress(database)),

    handle(mailGroupMessageJob, async (ids) => {
      const found = await findGroupMessage(database, ids);
      if (!found) return;
      const { messageId, subject, body, person } = found;
      await sendMailOnce(services, {
        key: keyOfAgain(`mail of group message ${messageId} to person ${person.id}`, ids.again),
        kind: 'group-message',
        about: { messageId },
        personId: person.id,
        to: person.email,
        ...groupMessageMail(settings, { firstName: person.firstName, subject, body }),
      });
    }),

    handle(textGroupMessageJob, async (ids) => {
      const found = await findGroupMessage(database, ids);
      if (!found?.textBody || !found.person.textPhone || !getsTexts(found.person)) return;
      const { messageId, textBody, person } = found;
      const now = clock.now();
      const usefulUntil = new Date(now.getTime() + DAY_MS);
      waitForDaytime(now, usefulUntil);
      const body = classMessageText(settings.site, textBody);
      await sendReminderText(services, {
        key: keyOfAgain(`text of group message ${messageId} to person ${person.id}`, ids.again),
        kind: 'group-message',
        about: { messageId },
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
export async function findGroupMessage(
  database: Pick<Transaction, 'select'>,
  { personId, messageId }: GroupMessageTo,
) {
  const [found] = await database
    .select({ message: groupMessages, person: people })
    .from(groupMessages)
    .innerJoin(people, eq(people.id, personId))
    .where(and(eq(groupMessages.id, messageId), isNull(people.deactivatedAt)));
  const { subject, body, textBody } = found?.message ?? {};
  return found && subject && body
    ? { messageId, subject, body, textBody, person: found.person }
    : undefined;
}
