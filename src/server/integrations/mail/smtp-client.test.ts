import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openSmtp } from './smtp-client.ts';

/** Refuses every recipient by name, as most servers do. */
async function startRefusing() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const words = `5.1.1 <${address}>: Recipient rejected, call +1 202 555 0190`;
      done(Object.assign(new Error(words), { responseCode: 550 }));
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => server.close(() => {}) };
}

test('a refusal keeps its code and reason but not whom it is about, neither in the error nor in the log', async () => {
  const server = await startRefusing();
  const mailer = openSmtp({ url: server.url, from: 'portal@portal.test' });
  const mail = { to: 'ada.byron@example.org', subject: 'x', text: 'x', html: 'x' };
  const error = await mailer.send(mail).catch((refused: Error) => refused);
  mailer.close();
  server.stop();
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).warn({ err: error }, 'failed');
  for (const said of [inspect(error, { showHidden: true, depth: 9 }), ...lines]) {
    expect(said).toContain('550 5.1.1');
    expect(said).toContain('Recipient rejected');
    expect(said).not.toMatch(/ada|byron|example\.org|0190/i);
  }
  expect(lines).toHaveLength(1);
});

/** Lets in whoever knows the password; `disabledCommands` takes TLS away. */
async function checkAgainst(password: string, { query = '', disabledCommands = [] as string[] }) {
  const server = new SMTPServer({
    disabledCommands,
    allowInsecureAuth: true,
    onAuth({ username = '', password: given }, _session, done) {
      if (given === 'right') return done(null, { user: username });
      return done(Object.assign(new Error(`No entry for ${username}`), { responseCode: 535 }));
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://portal%40school.test:${password}@127.0.0.1:${port}${query}`;
  const mailer = openSmtp({ url, from: 'portal@portal.test' });
  const found = await mailer.check().catch((error: Error) => error.message);
  mailer.close();
  server.close(() => {});
  return found;
}

const trusting = '?tls.rejectUnauthorized=false';

test('a check tells whether the connection was encrypted', async () => {
  expect(await checkAgainst('right', { query: trusting })).toEqual({ isEncrypted: true });
  const disabledCommands = ['STARTTLS'];
  expect(await checkAgainst('right', { disabledCommands })).toEqual({ isEncrypted: false });
});

test('a check fails with a wrong password, which it does not repeat, and with a certificate that nobody vouches for', async () => {
  const refused = await checkAgainst('wrong-password', { query: trusting });
  expect(refused).toMatch(/535/);
  expect(refused).not.toMatch(/school\.test|wrong-password/);
  expect(await checkAgainst('right', {})).toMatch(/certificate/);
});
