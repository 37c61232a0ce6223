import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SandboxContext } from '../context.ts';
import type { Outbox } from '../outbox.ts';
import { makeCertificate } from './certificate.ts';

const refused = { isRefusal: true, path: '/vendors#mail' };
const account = { user: 'portal', password: 'sandbox-smtp-password' };

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never;
type Refusal = [code: number, text: string];

/**
 * A mail server that delivers only to the outbox. It requires TLS and a password. Like Google's relay, it also requires
 * the client to send its own host name.
 */
export async function startSmtp({ outbox, feed, portalUrl, vendorFaults }: SandboxContext) {
  const { current, onChange } = vendorFaults.mail;
  const portalHost = new URL(portalUrl).hostname;
  const { key, cert } = makeCertificate(new Date());
  const closing = new AbortController();
  const greylisted = new Set<string>();
  const refuse = ([responseCode, text]: Refusal) => {
    feed.note(`The email server returned an error: ${text}`, refused);
    return Object.assign(new Error(text), { responseCode });
  };
  const server = new SMTPServer({
    key,
    cert,
    size: 5 * 1024 * 1024,
    onConnect(session, done) {
      const { down, noTls } = current();
      if (down) return done(refuse([421, 'Service not available, closing channel']));
      Object.assign(session, { disabledCommands: noTls ? ['STARTTLS'] : [] });
      for (const connection of server.connections) {
        if (connection.id === session.id) hangUpOnStrangers(connection);
      }
      return done();
    },
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account.user && password === account.password;
      if (isKnown && !current().refusesLogin) return done(null, { user: account.user });
      return done(refuse([535, `5.7.8 Authentication failed for ${username}`]));
    },
    onMailFrom({ address }, _session, done) {
      if (!current().refusesSender) return done();
      return done(refuse([553, `5.7.1 <${address}>: Sender address rejected: not owned by user`]));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = whyRecipientRefused(address);
      done(refusal && refuse(refusal));
    },
    async onData(stream, session, done) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        await pause(current().answerSeconds * 1000, undefined, { ref: false });
        const { address: from = '' } = session.envelope.mailFrom || {};
        const refusal = whyContentRefused(from, String(recipients));
        if (refusal) return done(refuse(refusal));
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
    // Without this listener, one broken connection would crash the process.
  });
  onChange(() => {
    greylisted.clear();
    // Many faults take effect only on new connections. Clients would keep using the existing ones, so close those.
    for (const connection of server.connections) connection.close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${account.user}:${account.password}@127.0.0.1:${port}`,
    /** The certificate is self-signed, so clients have to trust it as their CA. */
    certificate: cert,
    stop() {
      closing.abort();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };

  function whyRecipientRefused(to: string): Refusal | null {
    const { deniesRelay, recipients } = current();
    if (deniesRelay) return [554, `5.7.1 <${to}>: Relay access denied`];
    if (recipients === 'unknown')
      return [550, `5.1.1 <${to}>: Recipient address rejected: User unknown`];
    if (recipients === 'full') return [452, `4.2.2 <${to}>: The mailbox is full, try again later`];
    if (recipients !== 'greylisted' || greylisted.has(to)) return null;
    greylisted.add(to);
    return [451, `4.7.1 <${to}>: Greylisted, try again later`];
  }

  /** Errors about the sender are worded like those from Amazon SES and Microsoft 365. */
  function whyContentRefused(from: string, to: string): Refusal | null {
    const { refusesContent, refusesSenderAfterData, overQuota } = current();
    if (refusesSenderAfterData === 'unverified') {
      const text = 'Email address is not verified. The following identities failed the check';
      return [554, `Message rejected: ${text} in region US-EAST-1: ${from}`];
    }
    if (refusesSenderAfterData === 'send-as-denied')
      return [554, `5.2.252 SendAsDenied; portal@sandbox.test not allowed to send as ${from}`];
    if (overQuota) return [454, 'Throttling failure: Daily message quota exceeded.'];
    return refusesContent ? [554, `5.7.1 Mail to <${to}> looks like spam`] : null;
  }

  /** Rejects clients that greet the server with an IP address or `localhost`, unless that is the portal's own host. */
  function hangUpOnStrangers(connection: Connection): void {
    const greet = connection.handler_EHLO.bind(connection);
    connection.handler_EHLO = (command, done) => {
      const [, name = ''] = command.toString().trim().split(/\s+/);
      const isStranger = name.startsWith('[') || /^localhost\b/i.test(name);
      const isPortal = [portalHost, `[${portalHost}]`].includes(name);
      if (!isStranger || isPortal) return greet(command, done);
      const { message } = refuse([421, '4.7.0 Try again later, closing connection. (EHLO)']);
      connection.send(421, message, false);
      return done();
    };
  }

  function deliver(mail: Parameters<Outbox['add']>[0]): void {
    const { deliverySeconds } = current();
    if (!deliverySeconds) return void outbox.add(mail);
    const who = feed.nameOf(mail.to);
    feed.note(`The email to ${who} will arrive in ${deliverySeconds} seconds`, refused);
    pause(deliverySeconds * 1000, undefined, closing).then(
      () => outbox.add(mail),
      () => {},
    );
  }
}

const shownHeaders = ['from', 'reply-to', 'message-id', 'auto-submitted'];

function readMail(mail: Email) {
  const headers = mail.headers.filter(({ key }) => shownHeaders.includes(key));
  const [invitation] = mail.attachments.filter(isInvitation).map(readAttachment);
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? mail.html ?? '',
    html: mail.html ?? null,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    invitation: invitation ?? null,
    attachments: mail.attachments.filter((part) => !isInvitation(part)).map(readAttachment),
  };
}

function isInvitation({ mimeType, disposition }: Attachment): boolean {
  return mimeType === 'text/calendar' && disposition !== 'attachment';
}

/** Restores the CRLF line endings that the parser drops, because calendar files need them. */
function readAttachment({ filename, mimeType, method, content }: Attachment) {
  const type = method ? `${mimeType}; method=${method}` : mimeType;
  return { name: filename ?? '', type, content: String(content).replace(/\r?\n/g, '\r\n') };
}
