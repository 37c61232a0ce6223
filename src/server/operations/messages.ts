import { z } from 'zod';
import { PAGES } from '../../course/pages.ts';
import { defineMessage } from '../messages/define-message.ts';
import { layOutMail } from '../messages/mail-layout.ts';

/** We try only three times, because the admin is watching their inbox. */
export const testMail = defineMessage('test', {
  name: 'Test email',
  about: z.object({ askedAt: z.iso.datetime() }),
  tries: 3,
  find: async () => ({}),
  mail: ({ settings }, { person }) =>
    layOutMail(settings.site, {
      subject: 'Test email from the portal',
      greeting: `Hello ${person.firstName},`,
      preview: 'Emails from the portal are reaching you.',
      blocks: [
        'This is the test email you asked for. If you found it in your spam folder, the portal’s emails to other people probably go to spam too.',
      ],
      action: { words: 'Back to Setup', link: settings.publicUrl + PAGES.setup },
    }),
});
