import { z } from 'zod';
import {
  DEFAULT_FIRST_CLASS,
  DEFAULT_RETREAT_CODE,
  FIRST_CLASS_NUMBER,
  LAST_CLASS_NUMBER,
} from '../../course/course.ts';
import { MOST_PLACES } from '../../course/places.ts';
import {
  addressRanges,
  certificateFile,
  countries,
  databaseUrl,
  mailSender,
  name,
  ownSecret,
  publicUrl,
  retreatCode,
  smtpUrl,
  textSender,
  url,
  vendorSecret,
  wholeNumber,
} from './setting-types.ts';

export const variables = z.object({
  /** `demo` allows a movable clock, plain HTTP, the sandbox's secrets, and metrics without a token. */
  PORTAL_MODE: z.enum(['production', 'demo'], 'should be production or demo').default('production'),
  HOST: name('IP address or host name to listen on').default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** `web` nodes only serve requests, so they need fewer database connections. At least one node must run jobs. */
  NODE_ROLE: z.enum(['all', 'web', 'jobs'], 'should be all, web or jobs').default('all'),
  PUBLIC_URL: publicUrl('public URL of the portal, such as https://portal.example.org'),
  DATABASE_URL: databaseUrl(
    'URL of the PostgreSQL database, such as postgres://user:password@host/portal',
  ),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
  DATABASE_READ_URL: databaseUrl('URL of a standby of the database').optional(),
  TRUSTED_PROXIES: addressRanges('IP addresses or ranges of the reverse proxies').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'should be fatal, error, warn, info, debug or silent',
    )
    .default('info'),
  METRICS_TOKEN: ownSecret('bearer token that protects /metrics (16+ characters)', 16).optional(),
  /** How long a stopping node keeps serving requests, so that the load balancer can react. */
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  REQUEST_SECONDS: wholeNumber(1, 300).default(15),
  RESPONSE_SECONDS: wholeNumber(1, 300).default(30),
  MOST_REQUESTS_AT_ONCE: wholeNumber(1, 10_000).default(200),
  BACKUP_DIR: name('folder for backups').optional(),
  BACKUP_KEEP_DAILY: wholeNumber(1, 3660).default(7),
  BACKUP_KEEP_WEEKLY: wholeNumber(0, 520).default(5),
  BACKUP_ENCRYPT_COMMAND: name('command that encrypts its input').optional(),
  BACKUP_DECRYPT_COMMAND: name('command that decrypts its input').optional(),
  BACKUP_COMMAND: name('command that copies the backup elsewhere').optional(),
  PG_DUMP: name('path to PostgreSQL’s pg_dump').optional(),
  UPDATE_FEED: url('URL of a feed with the newest version', /^https?$/).optional(),
  CLOCK_FILE: name('file with the demo clock’s offset').optional(),
  /** Login links are derived from this key, so a database dump alone can’t be used to sign in. */
  LINK_KEY: ownSecret('secret key that login links are derived from (32+ characters)', 32),
  LINK_MINUTES: wholeNumber(1, 24 * 60).default(10),
  SMTP_URL: smtpUrl(),
  /** Without TLS, others could read passwords and login links in transit. */
  SMTP_TLS: z.enum(['required', 'optional'], 'should be required or optional').default('required'),
  SMTP_CA_FILE: certificateFile('file with the CA certificates for the SMTP server').optional(),
  MAIL_FROM: mailSender('sender of all emails, such as Course Portal <portal@example.org>'),
  MAIL_DKIM_SELECTOR: name('DKIM selector for the domain of MAIL_FROM')
    .regex(/^[\w.-]+$/, 'should be the selector alone, such as mail2026')
    .optional(),
  TWILIO_BASE_URL: url('base URL of the Twilio API', /^https?$/).default('https://api.twilio.com'),
  TWILIO_MESSAGING_URL: url('base URL of Twilio’s Messaging Services API', /^https?$/).default(
    'https://messaging.twilio.com',
  ),
  TWILIO_ACCOUNT_SID: name('SID of the Twilio account that sends texts').regex(
    /^AC[0-9a-f]{32}$/i,
    'is not an account SID: AC followed by 32 digits or letters from a to f',
  ),
  TWILIO_AUTH_TOKEN: vendorSecret(
    'auth token of the Twilio account (16+ characters)',
    16,
    'Twilio',
  ),
  TWILIO_LOGIN_SENDER: textSender('phone number or Messaging Service that sends login links'),
  TWILIO_REMINDER_SENDER: textSender('phone number or Messaging Service that sends reminders'),
  /** We text only numbers in these countries, because texts to some other countries cost many times as much. */
  TEXT_COUNTRIES: countries().default(['US', 'CA']),
  /** Caps the bill if someone abuses the portal to send texts. */
  TEXTS_PER_DAY: wholeNumber(1, 10_000_000).default(5000),
  ZOOM_BASE_URL: url('base URL of the Zoom API', /^https?$/).default('https://api.zoom.us/v2'),
  ZOOM_OAUTH_URL: url('base URL of Zoom’s OAuth server', /^https?$/).default('https://zoom.us'),
  ZOOM_ACCOUNT_ID: name('account ID of the Zoom server-to-server app'),
  ZOOM_CLIENT_ID: name('client ID of the Zoom server-to-server app'),
  ZOOM_CLIENT_SECRET: vendorSecret(
    'client secret of the Zoom server-to-server app (16+ characters)',
    16,
    'Zoom',
  ),
  ZOOM_WEBHOOK_SECRET: vendorSecret(
    'secret token that verifies Zoom webhooks (8+ characters)',
    8,
    'Zoom',
  ),
  ZOOM_HOST_USER: name('Zoom user who hosts the classes (ID or email)').refine(
    (user) => user !== 'me',
    'is “me”, which doesn’t work for a server-to-server app. Use the user’s ID or email address',
  ),
  ATTENDANCE_MINUTES: wholeNumber(1, 60).default(10),
  COURSE_FIRST_CLASS: wholeNumber(FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER).default(
    DEFAULT_FIRST_CLASS,
  ),
  /** The default number of students in a class. Without it, only the host's Zoom plan limits the size of a class. */
  CLASS_PLACES: wholeNumber(1, MOST_PLACES).optional(),
  /** Places reserved in the host's Zoom plan for the host, staff and alumni. */
  CLASS_PLACES_RESERVED: wholeNumber(0, MOST_PLACES).default(10),
  WAITING_LIST_MINUTES: wholeNumber(5, 24 * 60).default(120),
  CLASS_EDIT_LATEST_DATE: z.iso.date('is not a date such as 2027-06-30').optional(),
  LOGIN_LINKS_FOR: z.enum(['staff', 'admin'], 'should be staff or admin').default('staff'),
  /** `email` is safer, because a phone number is easier to take over than an inbox. */
  STAFF_SIGN_IN: z.enum(['both', 'email'], 'should be both or email').default('both'),
  /**
   * With `required`, staff also need their passkey after opening a login link, so access to their mailbox isn't enough.
   */
  STAFF_PASSKEYS: z
    .enum(['off', 'optional', 'required'], 'should be off, optional or required')
    .default('optional'),
  STAFF_IDLE_MINUTES: wholeNumber(5, 12 * 60).default(120),
  /** The minimum is a year, because the database refuses to delete newer audit rows. */
  RETENTION_AUDIT_DAYS: wholeNumber(366, 3660).default(730),
  /** We must keep messages longer than failed jobs, because a retried job checks which messages we already sent. */
  RETENTION_MESSAGES_DAYS: wholeNumber(100, 3660).default(365),
  RETENTION_WEBHOOKS_DAYS: wholeNumber(7, 3660).default(90),
  RETENTION_FAILED_JOBS_DAYS: wholeNumber(7, 90).default(90),
  RETENTION_ATTEMPTS_DAYS: wholeNumber(1, 90).default(1),
  ORGANIZATION: name('name of the organization that operates the portal'),
  PARENT_ORGANIZATION: name('name of the organization that owns the course'),
  COURSE_SHORT_NAME: name('short name of the course'),
  SUPPORT_EMAIL: z.email({
    error: ({ input }) =>
      input === undefined ? 'is missing: email address for questions' : 'is not an email address',
  }),
  RETREAT_SITE_URL: url(
    'URL of the site where people register for retreats, such as https://retreats.example.org',
    /^https?$/,
  ),
  RETREAT_CODE: retreatCode('code for the first retreat').default(DEFAULT_RETREAT_CODE),
  RETREAT_WEBHOOK_SECRET: ownSecret(
    'shared secret that verifies retreat-site webhooks (16+ characters)',
    16,
  ),
});
