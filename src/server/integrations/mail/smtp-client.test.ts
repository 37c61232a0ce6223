import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '../../../sandbox/outbox.ts';
import { type MailFaults, startSandbox } from '../../../sandbox/sandbox.ts';

import { openClock } from '../../../sandbox/time-travel.ts';
import { createLog } from '../../platform/log.ts';
import { MailProblem } from './port.ts';
import { openSmtp } from './smtp-client.ts';
import { problemOf } from './smtp-errors.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  const clock = openClock(join(directory, 'clock'));
  const portalUrl = 'http://localhost:3000';
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, directory, clock, portalUrl });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.setMailFaults({}));

const mail = {
  key: 'a mail',
  to: 'ada.byron@example.org',
  subject: 'Hello',
  text: 'x',
  html: '<p>x</p>',
};

type Changed = Partial<Parameters<typeof openSmtp>[0]>;

function open(changed: Changed = {}) {
  return openSmtp({
    url: sandbox.keys.smtpUrl,
    host: 'course.portal.test',
    from: 'Portal <portal@portal.test>',
    fromAddress: 'portal@portal.test',
    replyTo: 'help@portal.test',
    requiresTls: true,
    caFile: sandbox.keys.smtpCaFile,
    ...changed,
  });
}

async function send(changed: Changed = {}, key = mail.key): Promise<MailProblem | null> {
  const mailer = open(changed);
  try {
    await mailer.send({ ...mail, key });
    return null;
  } catch (error) {
    if (error instanceof MailProblem) return error;
    throw error;
  } finally {
    mailer.close();
  }
}

test('sending returns what the server said, without the recipient', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      stream.resume().on('end', () => done(null, `2.0.0 queued as 4F2A for ${mail.to}`));
    },
  });
  const { port } = await new Promise<AddressInfo>((listening) => {
    server.listen(0, '127.0.0.1', () => listening(server.server.address() as AddressInfo));
  });
  const mailer = open({ url: `smtp://127.0.0.1:${port}`, requiresTls: false, caFile: undefined });
  const said = await mailer.send(mail).finally(mailer.close);
  await new Promise<void>((closed) => server.close(closed));
  expect(said).toBe('250 2.0.0 queued as 4F2A for •••');
});

const check = async (changed: Changed = {}) => {
  const mailer = open(changed);
  const found = await mailer.check().catch((error: Error) => error.message);
  mailer.close();
  return found;
};

const received = async () => (await (await fetch(`${sandbox.url}/outbox`)).json()) as Message[];

test('an email is encrypted, authenticated, marked as automatic, and has the support address as reply-to', async () => {
  expect(await send()).toBeNull();
  expect((await received())[0]).toMatchObject({
    to: mail.to,
    subject: 'Hello',
    html: expect.stringContaining('<p>x</p>'),
    headers: { 'reply-to': 'help@portal.test', 'auto-submitted': 'auto-generated' },
  });
});

const cases: [string, MailFaults, MailProblem['kind'], string][] = [
  ['an unknown mailbox', { recipients: 'unknown' }, 'refused', '550 5.1.1'],
  ['a refused email', { refusesContent: true }, 'refused', '554 5.7.1'],
  [
    'an unverified sender',
    { refusesSenderAfterData: 'unverified' },
    'misconfigured',
    'from MAIL_FROM: 554',
  ],
  [
    'a login that can’t send as MAIL_FROM',
    { refusesSenderAfterData: 'send-as-denied' },
    'misconfigured',
    'SendAsDenied',
  ],
  ['an exceeded quota', { overQuota: true }, 'limited', 'for now: 454'],
  ['a full mailbox', { recipients: 'full' }, 'busy', '452 4.2.2'],
  ['a greylist', { recipients: 'greylisted' }, 'busy', '451 4.7.1'],
  ['a denied relay', { deniesRelay: true }, 'misconfigured', '554 5.7.1'],
  ['a refused sender', { refusesSender: true }, 'misconfigured', 'MAIL_FROM: 553 5.7.1'],
  ['a refused password', { refusesLogin: true }, 'misconfigured', 'SMTP_URL: 535 5.7.8'],
  ['a server without TLS', { noTls: true }, 'misconfigured', 'can’t encrypt'],
  ['a server that is down', { down: true }, 'down', 'We can’t reach the email server: '],
];

test.each(cases)(
  '%s has its own error kind, and neither error nor log names the recipient',
  async (_, faults, kind, words) => {
    sandbox.setMailFaults(faults);
    const problem = await send();
    expect(problem?.kind).toBe(kind);
    expect(problem?.message).toContain(words);
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).warn({ err: problem }, 'failed');
    for (const said of [inspect(problem, { showHidden: true, depth: 9 }), ...lines]) {
      expect(said).not.toMatch(/ada|byron|example\.org|portal@/i);
    }
    expect(lines).toHaveLength(1);
  },
);

test('EHLO has the portal’s host, and a server that hangs up on it is not down', async () => {
  expect(await send({ host: 'localhost.localdomain' })).toMatchObject({
    kind: 'misconfigured',
    message: expect.stringMatching(/the host in PUBLIC_URL.*: 421 4\.7\.0/),
  });
  expect(await check({ host: '127.0.0.1' })).toMatch(/the host in PUBLIC_URL/);
  expect(await check()).toEqual({ isEncrypted: true });
});

test('every attempt has the same Message-ID, and every email its own', async () => {
  for (const key of ['first', 'first', 'second']) expect(await send({}, key)).toBeNull();
  const [second, again, first] = (await received()).map(({ headers }) => headers['message-id']);
  expect(first).toMatch(/^<[0-9a-f]{40}@portal\.test>$/);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
});

const limits: [string, string, MailProblem['kind']][] = [
  ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'limited'],
  ['DATA', '554 5.2.0 SubmissionQuotaExceededException', 'limited'],
  ['DATA', '552 5.3.4 Message size exceeds fixed limit', 'refused'],
  ['RCPT TO', '552 5.2.2 Mailbox quota exceeded', 'refused'],
  ['RCPT TO', '452 4.2.2 The account is over quota', 'busy'],
  ['RCPT TO', '553 5.7.1 Sender address rejected: not owned by user portal', 'misconfigured'],
  ['RCPT TO', '550 5.2.1 This account was suspended', 'refused'],
  ['DATA', '550 The from address does not match a verified Sender Identity', 'misconfigured'],
];

test.each(limits)('%s: %s', (command, response, kind) => {
  const responseCode = Number(response.slice(0, 3));
  const error = Object.assign(new Error(response), { command, response, responseCode });
  expect(problemOf(error).kind).toBe(kind);
});

test('a greylisted recipient is accepted on retry', async () => {
  sandbox.setMailFaults({ recipients: 'greylisted' });
  expect((await send())?.kind).toBe('busy');
  expect(await send()).toBeNull();
});

test('an unresponsive server is down', async () => {
  expect((await send({ url: 'smtp://127.0.0.1:1' }))?.kind).toBe('down');
});

/** Like some real servers, this one names only the part before the @ in its errors. It also adds a phone number. */
async function startRefusing() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const words = `5.1.1 No user ${address.split('@')[0]?.toUpperCase()}, call +1 202 555 0190`;
      done(Object.assign(new Error(words), { responseCode: 550 }));
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => server.close(() => {}) };
}

test('a recipient named without the domain is masked', async () => {
  const server = await startRefusing();
  const problem = await send({ url: server.url, requiresTls: false });
  server.stop();
  expect(problem?.message).toBe(
    'The email server rejected this address: 550 5.1.1 No user •••, call •••',
  );
});

test('without TLS nothing is sent, not even the password, unless SMTP_TLS is optional', async () => {
  sandbox.setMailFaults({ noTls: true });
  expect((await send())?.message).toMatch(
    /^The portal can’t encrypt its connection to the email server/,
  );
  expect(await send({ requiresTls: false })).toBeNull();
});

test('an untrusted certificate is refused unless it is in SMTP_CA_FILE', async () => {
  expect((await send({ caFile: undefined }))?.message).toBe(
    'The portal doesn’t trust the email server’s certificate: self-signed certificate. If the server is your own, put its certificate in SMTP_CA_FILE and restart the portal',
  );
  expect(readFileSync(sandbox.keys.smtpCaFile, 'utf8')).toContain('BEGIN CERTIFICATE');
  expect(await send()).toBeNull();
});

test('a check says whether the connection is encrypted', async () => {
  expect(await check()).toEqual({ isEncrypted: true });
  sandbox.setMailFaults({ noTls: true });
  expect(await check()).toMatch(/^The portal can’t encrypt its connection to the email server/);
  expect(await check({ requiresTls: false })).toEqual({ isEncrypted: false });
});

test('a check fails with a wrong password without repeating it', async () => {
  const url = sandbox.keys.smtpUrl.replace(/:[^:]*@/, ':wrong-password@');
  const refused = await check({ url });
  expect(refused).toMatch(/535/);
  expect(refused).not.toMatch(/wrong-password/);
});
