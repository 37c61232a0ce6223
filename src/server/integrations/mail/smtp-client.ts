import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { measureCall } from '../../platform/metrics.ts';
import type { CalendarAttachment, Mailer, MailProblem } from './port.ts';
import { problemOf } from './smtp-errors.ts';

interface SmtpSettings {
  url: string;
  /** The portal's own host, which it names in EHLO. */
  host: string;
  from: string;
  /** The address in `from`. */
  fromAddress: string;
  /** Whom an answer to a mail goes to. */
  replyTo: string;
  /** False lets a server be without TLS; where it has it, it is used all the same. */
  requiresTls: boolean;
  /** Of certificates to trust, beside those that Node trusts by itself. */
  caFile: string | undefined;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** A server may scan a mail for a while before it answers. Giving up sooner would send that mail twice. */
const sendingTimeouts = { ...timeouts, socketTimeout: 90_000 };
/** Shorter than firewalls remember a silent connection: a mail sent on a dead one would wait for all of the above. */
const idleTimeout = 30_000;

/** Programs that answer by themselves (“I am on holiday”) leave such mails alone. */
const headers = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

export function openSmtp(settings: SmtpSettings): Mailer {
  const { url, host, from, fromAddress, replyTo, requiresTls, caFile } = settings;
  const tls = caFile ? { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] } : {};
  // By default nodemailer says [127.0.0.1] in a container, and Google's relay hangs up on that.
  const name = isIP(host) ? `[${host}]` : host;
  const transport = createTransport({
    url,
    name,
    tls,
    requireTLS: requiresTls,
    pool: true,
    // Two more than mails other than login links ever use at once: see the limits in jobs/locks.ts.
    maxConnections: 5,
    idleTimeout,
    ...sendingTimeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** On a connection of its own, signed in and closed again. */
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
      // An address object is taken as it is; a plain text could name a second recipient.
      const recipient = { name: '', address: to };
      const messageId = messageIdOf(key, fromAddress);
      const mail = { messageId, from, replyTo, to: recipient, subject, text, html, headers };
      await measure('send', () =>
        transport.sendMail({ ...mail, ...withCalendars(calendars) }).catch((error) => {
          throw problemOf(error, to);
        }),
      );
    },

    async check() {
      if (requiresTls) return { isEncrypted: await verify(true) };
      // A server that has no STARTTLS refuses the first try only.
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
 * A single calendar stands beside the words as well, as another form of them: that is what Gmail, Outlook and Apple Mail
 * act on. They take one a mail, so several are files.
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
