import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { measureCall } from '../../platform/metrics.ts';
import type { Settings } from '../../platform/settings.ts';
import type { CalendarAttachment, Mailer, MailProblem } from './port.ts';
import { maskRecipient, problemOf } from './smtp-errors.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Servers may scan an email for a while before they respond. If we gave up early, we might send it twice. */
const sendingTimeouts = { ...timeouts, socketTimeout: 90_000 };
/** Shorter than common firewall timeouts, so that we don't send emails over a dead connection. */
const idleTimeout = 30_000;

/** These headers ask email servers not to send automatic replies. */
const headers = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

export function openSmtp(settings: Omit<Settings['mail'], 'dkimSelector'>): Mailer {
  const { url, host, from, fromAddress, replyTo, requiresTls, caFile } = settings;
  const tls = caFile ? { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] } : {};
  // In a container, nodemailer identifies itself as [127.0.0.1] by default, which Google's relay rejects.
  const name = isIP(host) ? `[${host}]` : host;
  const transport = createTransport({
    url,
    name,
    tls,
    // If this is false, nodemailer still uses TLS when the server supports it.
    requireTLS: requiresTls,
    pool: true,
    // Two more than the email limit in jobs/locks.ts, which leaves two connections for login emails.
    maxConnections: 5,
    idleTimeout,
    ...sendingTimeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const verify = (requireTLS: boolean) =>
    measure('check', () =>
      createTransport({ url, name, tls, requireTLS, ...timeouts })
        .verify()
        .catch((error) => {
          throw problemOf(error);
        }),
    );
  return {
    async send({ key, to, subject, text, html, calendars = [] }) {
      // Passed as an object, because a string could contain a second recipient.
      const recipient = { name: '', address: to };
      const messageId = messageIdOf(key, fromAddress);
      const mail = { messageId, from, replyTo, to: recipient, subject, text, html, headers };
      const { response } = await measure('send', () =>
        transport.sendMail({ ...mail, ...withCalendars(calendars) }).catch((error) => {
          throw problemOf(error, to);
        }),
      );
      return maskRecipient(response, to);
    },

    async check() {
      if (requiresTls) return { isEncrypted: await verify(true) };
      // If the server doesn't support STARTTLS, this attempt fails, and we check again without requiring TLS.
      const isEncrypted = await verify(true).catch(() => false);
      if (!isEncrypted) await verify(false);
      return { isEncrypted };
    },

    close: () => transport.close(),
  };
}

const measure = <Answer>(call: string, ask: () => Promise<Answer>) =>
  measureCall(
    { vendor: 'mail', call },
    ask,
    () => 'ok',
    (error) => outcomes[(error as MailProblem).kind],
  );

const outcomes = {
  refused: 'refused',
  misconfigured: 'refused',
  busy: 'limited',
  limited: 'limited',
  down: 'unreachable',
} as const;

function messageIdOf(key: string, fromAddress: string): string {
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`;
}

/**
 * Gmail, Outlook and Apple Mail show an `icalEvent` as an invitation, but only one per email. Several calendar files
 * are sent as attachments.
 */
function withCalendars(calendars: CalendarAttachment[]) {
  const [first, ...others] = calendars;
  if (first && others.length === 0) {
    const { name: filename, method, content } = first;
    return { icalEvent: { filename, method, content } };
  }
  return {
    attachments: calendars.map(({ name: filename, method, content }) => ({
      filename,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content,
    })),
  };
}
