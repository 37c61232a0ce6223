import { eq } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import type { Services } from '../platform/services.ts';
import { sendTestMailJob } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

export function operationsJobHandlers(services: Deps) {
  const { database, settings } = services;
  return [
    handle(sendTestMailJob, async ({ personId, askedAt }) => {
      const [person] = await database.select().from(people).where(eq(people.id, personId));
      if (!person) return;
      await sendMailOnce(services, {
        key: `test mail of person ${personId} at ${askedAt}`,
        kind: 'test-mail',
        about: {},
        personId,
        to: person.email,
        ...layOutMail(settings.site, {
          subject: 'Test mail of the portal',
          greeting: `Hello ${person.firstName},`,
          preview: 'Mails of the portal arrive here.',
          blocks: [
            'This is the test mail that you asked for. If it lies in your spam folder, other people’s mails do, too.',
          ],
          action: { words: 'Back to Setup', link: settings.publicUrl + PAGES.setup },
        }),
      });
    }),
  ];
}
