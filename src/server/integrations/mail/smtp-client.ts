import { createTransport } from 'nodemailer';
import type { CalendarAttachment, Mailer } from './port.ts';

export function openSmtp({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, calendars = [] }) {
      // An address object is taken as it is; a plain text could name a second recipient.
      const address = { name: '', address: to };
      const attachments = calendars.map(attach);
      await transport.sendMail({ from, to: address, subject, text, html, attachments });
    },
    close: () => transport.close(),
  };
}

/** The method beside the type is what makes Gmail, Outlook and Apple Mail offer more than a download. */
function attach({ name, method, content }: CalendarAttachment) {
  const contentType = `text/calendar; charset=utf-8; method=${method}`;
  return { filename: name, contentType, content };
}
