import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  completeSettings as complete,
  problemsOf as problems,
} from '../../../tests/support/settings.ts';
import { retreatKeys } from '../../sandbox/retreats/webhook.ts';
import { twilioAccount } from '../../sandbox/twilio/account.ts';
import { zoomAccount } from '../../sandbox/zoom/tokens.ts';
import { readSettings } from './settings.ts';
import { demoLinkKey } from './wrong-settings.ts';

const required = Object.keys(complete).sort();

test('a complete environment is read, with production defaults', () => {
  const settings = readSettings(complete);
  expect(settings.publicUrl).toBe('https://portal.example.org');
  expect(settings.port).toBe(3000);
  expect(settings.clockFile).toBeUndefined();
});

test('quotes, spaces, and line ends around a value are stripped', () => {
  const quoted = {
    ...complete,
    ORGANIZATION: ' "Quiet Mornings"\r',
    LOG_LEVEL: '""',
    PORT: "'3000'",
  };
  expect(readSettings(quoted)).toEqual(readSettings(complete));
});

test('each missing setting is listed with its purpose', () => {
  for (const name of Object.keys(complete)) {
    expect(problems({ [name]: undefined }), name).toEqual([
      expect.stringMatching(`^${name} is missing: `),
    ]);
    expect(problems({ [name]: '' }), name).toEqual([
      expect.stringMatching(`^${name} is missing: `),
    ]);
  }
});

test('all missing settings are reported together', () => {
  const nothing = Object.fromEntries(required.map((name) => [name, undefined]));
  const named = problems(nothing).map((problem) => problem.split(' ')[0]);
  expect(named.sort()).toEqual(required);
});

test('all invalid settings are reported together, even if others are missing', () => {
  const wrong = {
    PORT: 'eighty',
    PUBLIC_URL: 'portal.example.org',
    SUPPORT_EMAIL: undefined,
    METRICS_TOKEN: 'short',
    LINK_KEY: demoLinkKey,
    TRUSTED_PROXY: '127.0.0.1',
  };
  expect(problems(wrong)).toEqual([
    'PORT is not a number from 0 to 65535',
    'PUBLIC_URL must start with https://. Use https://portal.example.org',
    expect.stringMatching('^METRICS_TOKEN is shorter than 16 characters'),
    expect.stringMatching('^SUPPORT_EMAIL is missing'),
    expect.stringMatching('^LINK_KEY is the demo’s key'),
    'TRUSTED_PROXY is not a setting. Did you mean TRUSTED_PROXIES?',
  ]);
});

test('the first class that students choose is a number from 1 to 10, by default 5', () => {
  expect(readSettings(complete).site.firstClass).toBe(5);
  expect(readSettings({ ...complete, COURSE_FIRST_CLASS: '1' }).site.firstClass).toBe(1);
  expect(problems({ COURSE_FIRST_CLASS: '0' })).toEqual(['COURSE_FIRST_CLASS is below 1']);
  expect(problems({ COURSE_FIRST_CLASS: '11' })).toEqual(['COURSE_FIRST_CLASS is above 10']);
});

test('by default the portal uses the real Zoom, and ten minutes count as present', () => {
  const { meetings, attendanceMinutes } = readSettings(complete);
  expect(meetings).toMatchObject({
    baseUrl: 'https://api.zoom.us/v2',
    oauthUrl: 'https://zoom.us',
    hostUser: 'host@example.org',
  });
  expect(problems({ ZOOM_HOST_USER: 'me' })).toEqual([
    expect.stringContaining('ZOOM_HOST_USER is “me”, which doesn’t work'),
  ]);
  expect(attendanceMinutes).toBe(10);
  expect(problems({ ATTENDANCE_MINUTES: '0' })).toEqual(['ATTENDANCE_MINUTES is below 1']);
});

test('port 465 requires smtps, which starts with TLS', () => {
  expect(problems({ SMTP_URL: 'smtp://user:secret@mail.example.org:465' })).toEqual([
    'SMTP_URL has port 465, which needs smtps:// instead of smtp://',
  ]);
  for (const url of ['smtps://mail.example.org:465', 'smtp://mail.example.org:587']) {
    expect(problems({ SMTP_URL: url })).toEqual([]);
  }
});

test('the countries that get texts are given by their codes', () => {
  const { texts, site } = readSettings({ ...complete, TEXT_COUNTRIES: 'us, GB,CA' });
  expect(texts.countries).toEqual(['US', 'GB', 'CA']);
  expect(site.textCountries).toBe('the United States, the United Kingdom, and Canada');
  expect(problems({ TEXT_COUNTRIES: 'US,+1' })).toEqual([
    'TEXT_COUNTRIES is not a list of country codes, such as US,CA,GB',
  ]);
});

test('a movable clock is rejected outside the demo', () => {
  expect(problems({ CLOCK_FILE: '/tmp/clock' })).toEqual([
    expect.stringContaining('CLOCK_FILE only works in demo mode. Remove it'),
  ]);
  expect(problems({ CLOCK_FILE: '/tmp/clock', PORTAL_MODE: 'demo' })).toEqual([]);
});

test('production requires https, except on this machine', () => {
  expect(problems({ PUBLIC_URL: 'http://portal.example.org' })).toEqual([
    'PUBLIC_URL doesn’t start with https, so login links and cookies would be sent unencrypted. Write https://',
  ]);
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    expect(problems({ PUBLIC_URL: `http://${host}` })).toEqual([]);
  }
  expect(problems({ PUBLIC_URL: 'http://localhost.example.org' })).toHaveLength(1);
  expect(problems({ PUBLIC_URL: 'http://portal.example.org', PORTAL_MODE: 'demo' })).toEqual([]);
});

test('the demo’s key and the sandbox’s secrets are rejected in production', () => {
  expect(problems({ LINK_KEY: demoLinkKey })).toEqual([
    expect.stringContaining('LINK_KEY is the demo’s key, which is public'),
  ]);
  expect(problems({ LINK_KEY: demoLinkKey, PORTAL_MODE: 'demo' })).toEqual([]);
  const secrets = {
    TWILIO_AUTH_TOKEN: twilioAccount.authToken,
    ZOOM_CLIENT_SECRET: zoomAccount.clientSecret,
    ZOOM_WEBHOOK_SECRET: zoomAccount.webhookSecret,
    RETREAT_WEBHOOK_SECRET: retreatKeys.webhookSecret,
  };
  for (const [name, value] of Object.entries(secrets)) {
    expect(problems({ [name]: value })).toEqual([
      `${name} is the sandbox’s secret, which is public. Replace it with your own`,
    ]);
  }
  expect(problems({ ...secrets, PORTAL_MODE: 'demo' })).toEqual([]);
});

test('staff sign in by email and phone unless the setting says email only', () => {
  expect(readSettings(complete).staffSignIn).toBe('both');
  expect(readSettings({ ...complete, STAFF_SIGN_IN: 'email' }).staffSignIn).toBe('email');
  expect(problems({ STAFF_SIGN_IN: 'phone' })).toEqual(['STAFF_SIGN_IN should be both or email']);
});

test('retention periods are at least what the database and the queue need', () => {
  expect(readSettings(complete).retentionDays).toEqual({
    audit: 730,
    messages: 365,
    webhooks: 90,
    failedJobs: 90,
    attempts: 1,
  });
  for (const [name, value, problem] of [
    ['RETENTION_AUDIT_DAYS', '365', 'is below 366'],
    ['RETENTION_MESSAGES_DAYS', '99', 'is below 100'],
    ['RETENTION_WEBHOOKS_DAYS', '6', 'is below 7'],
    ['RETENTION_FAILED_JOBS_DAYS', '91', 'is above 90'],
    ['RETENTION_ATTEMPTS_DAYS', '0', 'is below 1'],
  ] as const) {
    expect(problems({ [name]: value })).toEqual([`${name} ${problem}`]);
  }
});

const everySetting = [
  ...readFileSync('src/server/platform/setting-variables.ts', 'utf8').matchAll(
    /^ {2}([A-Z][A-Z_]+):/gm,
  ),
].map(([, name = '']) => name);
const optional = everySetting.filter((name) => !required.includes(name)).sort();

test('the manual lists every setting and marks those that are required', () => {
  const rows = [
    ...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| (`[A-Z].*?) \|.*\| (.*) ?\|$/gm),
  ];
  const namesIn = (cell: string) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
  const marked = rows.filter(([, , last]) => last?.trim() === 'required');
  expect(rows.flatMap(([, first = '']) => namesIn(first)).sort()).toEqual(everySetting.sort());
  expect(marked.flatMap(([, first = '']) => namesIn(first)).sort()).toEqual(required);
});

test('.env.example has every setting: required ones to be filled in, others with their defaults', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const read = (pattern: RegExp) =>
    Object.fromEntries(
      lines.flatMap((line) => {
        const [, name = '', value = ''] = line.match(pattern) ?? [];
        return name ? [[name, value]] : [];
      }),
    );
  const given = read(/^([A-Z_]+)=(.*)$/);
  const commented = read(/^#([A-Z_]+)=(.*)$/);
  expect(Object.keys(given).sort()).toEqual(required);
  expect(Object.values(given).filter((value) => value !== '')).toEqual([]);
  expect(Object.keys(commented).sort()).toEqual(optional);
  expect(readSettings({ ...complete, ...commented })).toEqual(readSettings(complete));
});

test.each(['AC1', `SK${'1'.repeat(32)}`, `AC${'z'.repeat(32)}`, `AC${'1'.repeat(33)}`])(
  'a malformed account SID is rejected: %s',
  (sid) => {
    expect(problems({ TWILIO_ACCOUNT_SID: sid })).toEqual([
      expect.stringContaining('TWILIO_ACCOUNT_SID is not an account SID'),
    ]);
  },
);

test.each(['+1 202 555 0143', '202-555-0143', 'MG1', 'Quiet Mornings', 'QUIET'])(
  'an impossible text sender is rejected: %s',
  (sender) => {
    for (const setting of ['TWILIO_LOGIN_SENDER', 'TWILIO_REMINDER_SENDER']) {
      expect(problems({ [setting]: sender })).toEqual([
        expect.stringMatching(`^${setting} should be a phone number without spaces`),
      ]);
    }
  },
);

test('a shared sender for login links and reminders is rejected, because STOP would end both', () => {
  const same = { TWILIO_LOGIN_SENDER: '+12025550143', TWILIO_REMINDER_SENDER: ' +12025550143' };
  expect(problems(same)).toEqual([
    'TWILIO_REMINDER_SENDER is the same as TWILIO_LOGIN_SENDER, so a STOP reply to a reminder would also stop login links. Use a different sender',
  ]);
  expect(problems({ TWILIO_LOGIN_SENDER: '12345' })).toEqual([]);
});
