import type { AddressInfo } from 'node:net';
import PostalMime, { type Attachment } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Outbox } from '../outbox.ts';

/** A mail server that delivers into the outbox and nowhere else. */
export async function startSmtp(outbox: Outbox) {
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: 5 * 1024 * 1024,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onRcptTo(_address, _session, done) {
      const refusal = Object.assign(new Error('No such mailbox here'), { responseCode: 550 });
      done(isRefusing ? refusal : null);
    },
    async onData(stream, session, done) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: 'utf8' });
        for (const { address } of session.envelope.rcptTo) {
          outbox.add({
            channel: 'email',
            to: address,
            subject: mail.subject ?? '',
            text: mail.text ?? mail.html ?? '',
            attachments: mail.attachments.map(describeAttachment),
          });
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  server.on('error', () => {
    // Without a listener, one broken connection would end the process.
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Like a mailbox that is gone: every recipient is refused until this is taken back. */
    refuse(wanted: boolean) {
      isRefusing = wanted;
    },
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** As text: the portal attaches calendars only. The parser has taken the line ends that these must have. */
function describeAttachment({ filename, mimeType, method, content }: Attachment) {
  const type = method ? `${mimeType}; method=${method}` : mimeType;
  const text = String(content);
  const isCalendar = mimeType === 'text/calendar';
  return {
    name: filename ?? '',
    type,
    content: isCalendar ? text.replaceAll('\n', '\r\n') : text,
  };
}
