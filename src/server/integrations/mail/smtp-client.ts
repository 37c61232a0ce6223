import { createTransport } from 'nodemailer';
import { maskContacts } from '../../platform/mask-contacts.ts';
import type { CalendarAttachment, Mailer } from './port.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function openSmtp({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    // Two more than mails other than login links ever use at once: see the limits in jobs/locks.ts.
    maxConnections: 5,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** On a connection of its own, signed in and closed again. */
  const verify = (requireTLS: boolean) =>
    createTransport({ url, requireTLS, ...timeouts })
      .verify()
      .catch((error) => {
        throw withoutContacts(error);
      });
  return {
    async send({ to, subject, text, html, calendars = [] }) {
      // An address object is taken as it is; a plain text could name a second recipient.
      const recipient = { name: '', address: to };
      const attachments = calendars.map(attach);
      await transport
        .sendMail({ from, to: recipient, subject, text, html, attachments })
        .catch((error) => {
          throw withoutContacts(error);
        });
    },
    /** A server that has no STARTTLS refuses the first try only. */
    async check() {
      const isEncrypted = await verify(true).catch(() => false);
      if (!isEncrypted) await verify(false);
      return { isEncrypted };
    },

    close: () => transport.close(),
  };
}

/** Refusals name the recipient, in their message, its stack and fields such as `response` and `rejected`. */
function withoutContacts({ message, code }: NodeJS.ErrnoException): Error {
  return Object.assign(new Error(maskContacts(message)), { code });
}

/** The method beside the type is what makes Gmail, Outlook and Apple Mail offer more than a download. */
function attach({ name, method, content }: CalendarAttachment) {
  const contentType = `text/calendar; charset=utf-8; method=${method}`;
  return { filename: name, contentType, content };
}
