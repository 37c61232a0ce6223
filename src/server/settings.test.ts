import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const complete = {
  PUBLIC_URL: 'https://portal.example.org/',
  DATABASE_URL: 'postgres://portal:secret@db.example.org/portal',
  METRICS_TOKEN: 'a-token-of-some-length',
  LINK_KEY: 'a key that is long enough to be a key',
  SMTP_URL: 'smtps://user:secret@mail.example.org',
  MAIL_FROM: 'Course Portal <portal@example.org>',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'sixteen-characters',
  TWILIO_LOGIN_SENDER: 'MG1',
  TWILIO_REMINDER_SENDER: 'MG2',
  ZOOM_ACCOUNT_ID: 'an-account',
  ZOOM_CLIENT_ID: 'a-client',
  ZOOM_CLIENT_SECRET: 'a-client-secret-of-some-length',
  ZOOM_WEBHOOK_SECRET: 'a-webhook-secret',
  ORGANISATION: 'Quiet Mornings',
  PARENT_ORGANISATION: 'the Stillwater Foundation',
  COURSE_SHORT_NAME: 'TM',
  SUPPORT_EMAIL: 'help@example.org',
  RETREAT_SITE_URL: 'https://retreats.example.org',
  RETREAT_WEBHOOK_SECRET: 'a-secret-of-the-retreat-site',
};

function problems(change: Record<string, string | undefined>): string[] {
  try {
    readSettings({ ...complete, ...change });
    return [];
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1);
  }
}

test('a complete environment is read, with the defaults of production', () => {
  const settings = readSettings(complete);
  expect(settings.publicUrl).toBe('https://portal.example.org');
  expect(settings.port).toBe(3000);
  expect(settings.clockFile).toBeUndefined();
});

test('each missing setting is named with what it is for', () => {
  for (const name of Object.keys(complete)) {
    expect(problems({ [name]: undefined }), name).toEqual([
      expect.stringMatching(`^${name} is missing: `),
    ]);
    expect(problems({ [name]: '' }), name).toEqual([
      expect.stringMatching(`^${name} is missing: `),
    ]);
  }
});

test('all that is wrong is said at once', () => {
  expect(problems({ PORT: 'eighty', PUBLIC_URL: 'portal', SUPPORT_EMAIL: 'help' })).toEqual([
    'PORT is not a number from 0 to 65535',
    expect.stringContaining('PUBLIC_URL is not such an address'),
    'SUPPORT_EMAIL is not an email address',
  ]);
});

test('the first class that students choose is a number from 1 to 10, and 5 unless said otherwise', () => {
  expect(readSettings(complete).site.firstClass).toBe(5);
  expect(readSettings({ ...complete, COURSE_FIRST_CLASS: '1' }).site.firstClass).toBe(1);
  expect(problems({ COURSE_FIRST_CLASS: '0' })).toEqual(['COURSE_FIRST_CLASS is below 1']);
  expect(problems({ COURSE_FIRST_CLASS: '11' })).toEqual(['COURSE_FIRST_CLASS is above 10']);
});

test('without another word the real Zoom is asked, and ten minutes make somebody present', () => {
  const { meetings, attendanceMinutes } = readSettings(complete);
  expect(meetings).toMatchObject({
    baseUrl: 'https://api.zoom.us/v2',
    oauthUrl: 'https://zoom.us',
    hostUser: 'me',
  });
  expect(attendanceMinutes).toBe(10);
  expect(problems({ ATTENDANCE_MINUTES: '0' })).toEqual(['ATTENDANCE_MINUTES is below 1']);
});

test('a clock that can be moved is refused outside the demo', () => {
  expect(problems({ CLOCK_FILE: '/tmp/clock' })).toEqual([
    expect.stringContaining('CLOCK_FILE is for the demo only'),
  ]);
  expect(problems({ CLOCK_FILE: '/tmp/clock', PORTAL_MODE: 'demo' })).toEqual([]);
});

test('every setting is explained to operators', () => {
  const source = readFileSync('src/server/settings.ts', 'utf8');
  const names = [...source.matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  const manual = readFileSync('docs/operating.md', 'utf8');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});
