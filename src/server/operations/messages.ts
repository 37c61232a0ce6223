import { z } from 'zod';
import { PAGES } from '../../course/pages.ts';
import { defineMessage } from '../messages/define-message.ts';
import { layOutMail } from '../messages/mail-layout.ts';

/** To the admin who asked for it. Few tries: they look into their mailbox now. */
export const testMail = defineMessage('test', {
  name: 'Test mail',
  about: z.object({ askedAt: z.iso.datetime() }),
  tries: 3,
  find: async () => ({}),
  mail: ({ settings }, { person }) =>
    layOutMail(settings.site, {
      subject: 'Test mail of the portal',
      greeting: `Hello ${person.firstName},`,
      preview: 'Mails of the portal arrive here.',
      blocks: [
        'This is the test mail that you asked for. If it lies in your spam folder, other people’s mails do, too.',
      ],
      action: { words: 'Back to Setup', link: settings.publicUrl + PAGES.setup },
    }),
});
