import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SandboxContext } from '../context.ts';
import type { Outbox } from '../outbox.ts';
import { makeCertificate } from './certificate.ts';
import { type MailFaultSwitch, smtpError } from './faults.ts';

const refused = { isRefusal: true, path: '/vendors#mail' };
const account = { user: 'portal', password: 'sandbox-smtp-password' };

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never;

/**
 * A mail server that delivers into the outbox and nowhere else. It asks for TLS, a password, and, like Google's relay, a
 * client that knows its own name.
 */
export async function startSmtp(
  { outbox, feed, portalUrl }: SandboxContext,
  faults: MailFaultSwitch,
) {
  const portalHost = new URL(portalUrl).hostname;
  const { key, cert } = makeCertificate(new Date());
  const underway = new Set<NodeJS.Timeout>();
  const noteRefusal = (refusal: Error) => {
    feed.note(`The mail server refused: ${refusal.message}`, refused);
    return refusal;
  };
  const refuse = (code: number, words: string) => noteRefusal(smtpError(code, words));
  const server = new SMTPServer({
    key,
    cert,
    size: 5 * 1024 * 1024,
    onConnect(session, done) {
      const { down, noTls } = faults.current();
      if (down) return done(refuse(421, 'Service not available, closing channel'));
      Object.assign(session, { disabledCommands: noTls ? ['STARTTLS'] : [] });
      for (const connection of server.connections) {
        if (connection.id === session.id) hangUpOnStrangers(connection);
      }
      return done();
    },
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account.user && password === account.password;
      if (isKnown && !faults.current().refusesLogin) return done(null, { user: account.user });
      return done(refuse(535, `5.7.8 Authentication failed for ${username}`));
    },
    onMailFrom({ address }, _session, done) {
      if (!faults.current().refusesSender) return done();
      return done(refuse(553, `5.7.1 <${address}>: Sender address rejected: not owned by user`));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = faults.whyRefused(address);
      done(refusal && noteRefusal(refusal));
    },
    async onData(stream, session, done) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        await pause((faults.current().answerSeconds ?? 0) * 1000, undefined, { ref: false });
        const { address: from = '' } = session.envelope.mailFrom || {};
        const refusal = faults.whyContentRefused(from, String(recipients));
        if (refusal) return done(noteRefusal(refusal));
        const raw = Buffer.concat(chunks);
        const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
        for (const to of recipients) deliver({ channel: 'email', to, ...readMail(mail) });
        return done();
      } catch (error) {
        return done(error as Error);
      }
    },
  });
  server.on('error', () => {
    // Without a listener, one broken connection would end the process.
  });
  // Clients keep connections open, and much of how a server behaves is said when they are opened.
  faults.onChange(() => {
    for (const connection of server.connections) connection.close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${account.user}:${account.password}@127.0.0.1:${port}`,
    /** Nobody else vouches for it, so its clients have to be given it. */
    certificate: cert,
    stop() {
      for (const timer of underway) clearTimeout(timer);
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };

  /** Programs that do not know their name say an address or `localhost`, which is right only for a portal that is there. */
  function hangUpOnStrangers(connection: Connection): void {
    const greet = connection.handler_EHLO.bind(connection);
    connection.handler_EHLO = (command, done) => {
      const [, name = ''] = command.toString().trim().split(/\s+/);
      const isStranger = name.startsWith('[') || /^localhost\b/i.test(name);
      const isPortal = [portalHost, `[${portalHost}]`].includes(name);
      if (!isStranger || isPortal) return greet(command, done);
      const { message } = refuse(421, '4.7.0 Try again later, closing connection. (EHLO)');
      connection.send(421, message, false);
      return done();
    };
  }

  /** A mail that was taken can still be on its way for a while. */
  function deliver(mail: Parameters<Outbox['add']>[0]): void {
    const { deliverySeconds = 0 } = faults.current();
    if (!deliverySeconds) return void outbox.add(mail);
    feed.note(
      `A mail to ${feed.nameOf(mail.to)} is on its way for ${deliverySeconds} seconds`,
      refused,
    );
    const timer = setTimeout(() => {
      underway.delete(timer);
      outbox.add(mail);
    }, deliverySeconds * 1000);
    underway.add(timer);
  }
}

const shownHeaders = ['from', 'reply-to', 'message-id', 'auto-submitted'];

function readMail(mail: Email) {
  const headers = mail.headers.filter(({ key }) => shownHeaders.includes(key));
  const [invitation] = mail.attachments.filter(isInvitation).map(describe);
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? mail.html ?? '',
    html: mail.html ?? null,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    invitation: invitation ?? null,
    attachments: mail.attachments.filter((part) => !isInvitation(part)).map(describe),
  };
}

/** A calendar that stands beside the words, as another form of them: programs act on it by themselves. */
function isInvitation({ mimeType, disposition }: Attachment): boolean {
  return mimeType === 'text/calendar' && disposition !== 'attachment';
}

/** As text: the portal attaches calendars only. The parser has taken the line ends that these must have. */
function describe({ filename, mimeType, method, content }: Attachment) {
  const type = method ? `${mimeType}; method=${method}` : mimeType;
  return { name: filename ?? '', type, content: String(content).replace(/\r?\n/g, '\r\n') };
}
