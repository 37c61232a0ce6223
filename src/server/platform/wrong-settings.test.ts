import { expect, test } from 'vitest';
import { completeSettings, problemsOf } from '../../../tests/support/settings.ts';
import { readWorkingSettings } from './settings.ts';

const special = 'DATABASE_URL has a special character in its user name or password. Write @ as %40';
const weak = 'is too easy to guess: it has too few different characters';

test.each([
  ['PUBLIC_URL', 'https://portal.example.org/portal/', 'Use https://portal.example.org'],
  ['PUBLIC_URL', 'https://portal.example.org?from=mail', 'Use https://portal.example.org'],
  ['PUBLIC_URL', 'https://ada:pw@portal.example.org', 'Use https://portal.example.org'],
  ['PUBLIC_URL', 'ftp://portal.example.org', 'PUBLIC_URL should be the public URL of the portal'],
  ['MAIL_FROM', 'Quiet Lake', 'MAIL_FROM needs exactly one email address'],
  [
    'MAIL_FROM',
    'Quiet Lake, Inc. <portal@example.org>',
    'MAIL_FROM needs exactly one email address',
  ],
  ['TRUSTED_PROXIES', 'localhost', 'TRUSTED_PROXIES contains “localhost”'],
  ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/33', 'TRUSTED_PROXIES contains “10.0.0.0/33”'],
  ['SMTP_CA_FILE', '/nowhere/ca.pem', 'SMTP_CA_FILE points to /nowhere/ca.pem, which doesn’t'],
  ['SMTP_CA_FILE', '/', 'SMTP_CA_FILE points to /, which the portal can’t read (EISDIR)'],
  [
    'SMTP_CA_FILE',
    'package.json',
    'points to package.json, which has no certificate in PEM format',
  ],
  ['RETREAT_SITE_URL', 'retreats.example.org', 'such as https://retreats.example.org'],
  ['LOG_LEVEL', 'verbose', 'LOG_LEVEL should be fatal, error, warn, info, debug or silent'],
  ['DATABASE_URL', 'postgres://portal:p@ss@db/portal', special],
  ['DATABASE_URL', 'postgres://portal:p@ss#1@db/portal', special],
  ['DATABASE_URL', 'postgres://portal:12/34@db/portal', special],
  ['DATABASE_URL', 'postgres://portal:100%@db/portal', special],
  ['DATABASE_URL', 'mysql://portal:secret@db/portal', 'DATABASE_URL should be the URL of'],
  ['ZOOM_WEBHOOK_SECRET', 'aaaaaaaa', `ZOOM_WEBHOOK_SECRET ${weak}. Copy it from Zoom`],
  ['LINK_KEY', 'a'.repeat(40), `LINK_KEY ${weak}. Make one: openssl rand -hex 32`],
  ['METRICS_TOKEN', 'abab'.repeat(8), `METRICS_TOKEN ${weak}`],
  ['ORGANISATION', 'Quiet Lake', 'ORGANISATION is not a setting. Did you mean ORGANIZATION?'],
  ['smtp_tls', 'optional', 'smtp_tls is not a setting. Did you mean SMTP_TLS?'],
  ['SMTP_HOST', 'mail', 'SMTP_HOST is not a setting. Settings that start the same way: SMTP_URL'],
])('%s=%s is rejected, and the message says what to write instead', (variable, value, sentence) => {
  const missing = variable === 'ORGANISATION' ? { ORGANIZATION: undefined } : {};
  const found = problemsOf({ ...missing, [variable]: value });
  expect(found.filter((problem) => !problem.includes('is missing'))).toEqual([
    expect.stringContaining(sentence),
  ]);
});

test('the machine’s own variables are ignored', () => {
  const others =
    'HOSTNAME LOGNAME MAIL PORTS PORTAL_DOMAIN POSTGRES_PASSWORD SMTP_PORT_25_TCP SMTP_SERVICE_HOST npm_config_port NODE_ENV';
  const machine = Object.fromEntries(others.split(' ').map((variable) => [variable, 'tcp://1']));
  expect(problemsOf(machine)).toEqual([]);
});

test('problems that only a connection attempt shows are listed with the rest', async () => {
  const database = 'postgres://portal:secret@127.0.0.1:1/portal';
  const wrong = {
    ...completeSettings,
    HOST: 'no.such.invalid',
    DATABASE_URL: database,
    PORT: 'eighty',
  };
  const { message } = await readWorkingSettings(wrong).catch((error) => error);
  expect(message.split('\n  ')).toEqual([
    'The portal can’t start with these settings:',
    'PORT is not a number from 0 to 65535',
    expect.stringMatching('^HOST is not one of this machine’s addresses'),
    expect.stringMatching('^DATABASE_URL points to 127.0.0.1:1, where no database is running'),
  ]);
});
