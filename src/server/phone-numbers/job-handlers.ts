import { and, eq, isNull } from 'drizzle-orm';
import { people, phoneCodes } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { sendText } from '../messaging/text-sender.ts';
import { isWithinLife, MINUTE_MS } from '../platform/clock.ts';
import { showPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { deriveCode } from '../platform/tokens.ts';
import { mailNumberConfirmedJob, sendNumberCodeJob } from './jobs.ts';
import { numberCodeText, numberConfirmedMail } from './messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

/** Each reads the rows first and sends nothing that is no longer of use. */
export function phoneNumberJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  return [
    handle(sendNumberCodeJob, async ({ personId, codeId }) => {
      const [row] = await database
        .select({ nonce: phoneCodes.nonce, ...columns })
        .from(phoneCodes)
        .innerJoin(people, eq(people.id, phoneCodes.personId))
        .where(
          and(
            eq(phoneCodes.id, codeId),
            eq(people.unconfirmedPhone, phoneCodes.phone),
            isNull(people.deactivatedAt),
          ),
        );
      const now = clock.now();
      if (!row || !isWithinLife(row.createdAt, row.expiresAt, now)) return;
      const code = deriveCode(settings.linkKey, row.nonce);
      const isSent = await sendText(services, {
        key: `number code ${codeId}`,
        personId,
        kind: 'number-code',
        about: {},
        to: row.phone,
        sender: 'login',
        body: numberCodeText(settings.site, {
          code,
          minutes: Math.ceil((row.expiresAt.getTime() - now.getTime()) / MINUTE_MS),
          host: new URL(settings.publicUrl).hostname,
        }),
        searchText: `${code} confirms`,
        usefulUntil: row.expiresAt,
      });
      if (!isSent) throw new GiveUp('They stopped texts with login links and codes.');
    }),

    handle(mailNumberConfirmedJob, async ({ personId, confirmedAt, again }) => {
      const [person] = await database.select().from(people).where(eq(people.id, personId));
      if (!person?.phone) return;
      const number = showPhone(person.phone);
      await sendMailOnce(services, {
        key: keyOfAgain(`number confirmed by person ${personId} at ${confirmedAt}`, again),
        personId,
        kind: 'number-confirmed',
        about: {},
        to: person.email,
        ...numberConfirmedMail(settings, { firstName: person.firstName, number }),
      });
    }),
  ];
}

const columns = {
  phone: phoneCodes.phone,
  createdAt: phoneCodes.createdAt,
  expiresAt: phoneCodes.expiresAt,
};
