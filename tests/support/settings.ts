import { readSettings } from '../../src/server/platform/settings.ts';

/** The fewest settings that production accepts. */
export const completeSettings = {
  PUBLIC_URL: 'https://portal.example.org/',
  DATABASE_URL: 'postgres://portal:secret@db.example.org/portal',
  METRICS_TOKEN: 'a-token-of-some-length',
  LINK_KEY: 'a key that is long enough to be a key',
  SMTP_URL: 'smtps://user:secret@mail.example.org',
  MAIL_FROM: 'Course Portal <portal@example.org>',
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'sixteen-characters',
  TWILIO_LOGIN_SENDER: `MG${'1'.repeat(32)}`,
  TWILIO_REMINDER_SENDER: '+12025550143',
  ZOOM_ACCOUNT_ID: 'an-account',
  ZOOM_CLIENT_ID: 'a-client',
  ZOOM_CLIENT_SECRET: 'a-client-secret-of-some-length',
  ZOOM_WEBHOOK_SECRET: 'a-webhook-secret',
  ZOOM_HOST_USER: 'host@example.org',
  ORGANIZATION: 'Quiet Mornings',
  PARENT_ORGANIZATION: 'the Stillwater Foundation',
  COURSE_SHORT_NAME: 'TM',
  SUPPORT_EMAIL: 'help@example.org',
  RETREAT_SITE_URL: 'https://retreats.example.org',
  RETREAT_WEBHOOK_SECRET: 'a-secret-of-the-retreat-site',
};

export function problemsOf(change: Record<string, string | undefined>): string[] {
  try {
    readSettings({ ...completeSettings, ...change });
    return [];
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1);
  }
}
