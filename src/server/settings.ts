import { z } from 'zod';
import { DEFAULT_FIRST_CLASS, FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER } from '../course/course.ts';

const name = (what: string) =>
  z
    .string({ error: `is missing: ${what}` })
    .trim()
    .min(1, 'is empty');

const secret = (what: string, length: number) =>
  z.string({ error: `is missing: ${what}` }).min(length, `is shorter than ${length} characters`);

const url = (what: string, protocol: RegExp) =>
  z.url({
    protocol,
    error: ({ input }) =>
      input === undefined ? `is missing: ${what}` : `is not such an address: ${what}`,
  });

const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `is not a number from ${from} to ${to}` })
    .int(`is not a whole number`)
    .min(from, `is below ${from}`)
    .max(to, `is above ${to}`);

/** Every variable the portal reads, each explained once. docs/operating.md lists them for operators. */
const variables = z
  .object({
    /** `demo` allows what no real portal may have: a clock that can be moved, unguarded metrics. */
    PORTAL_MODE: z
      .enum(['production', 'demo'], 'is neither production nor demo')
      .default('production'),
    HOST: name('the address to listen on').default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    PUBLIC_URL: url('the address people type, such as https://portal.example.org', /^https?$/),
    DATABASE_URL: url(
      'where PostgreSQL is, such as postgres://user:password@host/portal',
      /^postgres(ql)?$/,
    ),
    DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
    /** Addresses or ranges of the proxies in front, comma separated: only their X-Forwarded-* counts. */
    TRUSTED_PROXIES: name('the proxies in front').optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is no level of logging')
      .default('info'),
    METRICS_TOKEN: z.string().min(16, 'is shorter than 16 characters').optional(),
    /** How long a stopping node goes on answering so that its load balancer notices. */
    DRAIN_SECONDS: wholeNumber(0, 300).default(0),
    /** How long a client may take to send its request. */
    REQUEST_SECONDS: wholeNumber(1, 300).default(15),
    CLOCK_FILE: name('the file that moves the clock').optional(),
    /** From it, login links are derived: whoever has the database but not this cannot sign in. */
    LINK_KEY: secret('the key of login links, 32 characters or more', 32),
    LINK_MINUTES: wholeNumber(1, 24 * 60).default(15),
    SMTP_URL: url('the mail server, such as smtps://user:password@mail.example.org', /^smtps?$/),
    MAIL_FROM: name('whom mails come from, such as Course Portal <portal@example.org>'),
    TWILIO_BASE_URL: url('where Twilio answers', /^https?$/).default('https://api.twilio.com'),
    TWILIO_ACCOUNT_SID: name('the Twilio account that sends texts'),
    TWILIO_AUTH_TOKEN: secret('the secret of the Twilio account', 16),
    /** A number, or the id of a Messaging Service. Reminders have a sender of their own. */
    TWILIO_LOGIN_SENDER: name('who sends login links by text'),
    TWILIO_REMINDER_SENDER: name('who sends reminders by text'),
    ZOOM_BASE_URL: url('where Zoom answers', /^https?$/).default('https://api.zoom.us/v2'),
    ZOOM_OAUTH_URL: url('where Zoom gives out tokens', /^https?$/).default('https://zoom.us'),
    ZOOM_ACCOUNT_ID: name('the account of the Zoom server-to-server app'),
    ZOOM_CLIENT_ID: name('the client id of the Zoom server-to-server app'),
    ZOOM_CLIENT_SECRET: secret('the client secret of the Zoom server-to-server app', 16),
    ZOOM_WEBHOOK_SECRET: secret('the secret token that signs what Zoom tells the portal', 8),
    /** A user id or email; `me` is the owner of the app. */
    ZOOM_HOST_USER: name('the Zoom user who hosts the classes').default('me'),
    /** How long somebody must have been in a class to count as present. */
    ATTENDANCE_MINUTES: wholeNumber(1, 60).default(10),
    /** The first class that a student chooses here; those before it are booked by the teacher. */
    COURSE_FIRST_CLASS: wholeNumber(FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER).default(
      DEFAULT_FIRST_CLASS,
    ),
    /** Until when a class can be moved; without it, see the rules of the course. */
    CLASS_EDIT_LATEST_DATE: z.iso.date('is not a day such as 2027-06-30').optional(),
    /** Who sees the login links of students and alumni in the dashboard. */
    LOGIN_LINKS_FOR: z.enum(['staff', 'admin'], 'is neither staff nor admin').default('staff'),
    ORGANISATION: name('who operates the portal'),
    PARENT_ORGANISATION: name('whose course it is'),
    COURSE_SHORT_NAME: name('the short name of the course'),
    SUPPORT_EMAIL: z.email({
      error: ({ input }) =>
        input === undefined ? 'is missing: where people write for help' : 'is not an email address',
    }),
    RETREAT_SITE_URL: url('the site where people register for retreats', /^https?$/),
    RETREAT_WEBHOOK_SECRET: secret('what signs what the retreat site tells the portal', 16),
  })
  .superRefine((values, context) => {
    if (values.PORTAL_MODE === 'demo') return;
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    if (values.CLOCK_FILE)
      refuse('CLOCK_FILE', 'is for the demo only: a real portal keeps real time');
    if (!values.METRICS_TOKEN)
      refuse('METRICS_TOKEN', 'is missing: the secret that guards /metrics');
  });

export type Settings = ReturnType<typeof readSettings>;

export class WrongSettings extends Error {
  constructor(problems: string[]) {
    super(['The portal cannot start with these settings:', ...problems].join('\n  '));
  }
}

export function readSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = variables.safeParse(given);
  if (!data) {
    throw new WrongSettings(
      error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    );
  }
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL.replace(/\/+$/, ''),
    databaseUrl: data.DATABASE_URL,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    trustedProxies: data.TRUSTED_PROXIES?.split(',').map((address) => address.trim()),
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN,
    drainSeconds: data.DRAIN_SECONDS,
    requestSeconds: data.REQUEST_SECONDS,
    linkKey: data.LINK_KEY,
    linkMinutes: data.LINK_MINUTES,
    loginLinksFor: data.LOGIN_LINKS_FOR,
    mail: { url: data.SMTP_URL, from: data.MAIL_FROM },
    texts: {
      baseUrl: data.TWILIO_BASE_URL,
      accountSid: data.TWILIO_ACCOUNT_SID,
      authToken: data.TWILIO_AUTH_TOKEN,
      senders: { login: data.TWILIO_LOGIN_SENDER, reminders: data.TWILIO_REMINDER_SENDER },
    },
    meetings: {
      baseUrl: data.ZOOM_BASE_URL,
      oauthUrl: data.ZOOM_OAUTH_URL,
      accountId: data.ZOOM_ACCOUNT_ID,
      clientId: data.ZOOM_CLIENT_ID,
      clientSecret: data.ZOOM_CLIENT_SECRET,
      webhookSecret: data.ZOOM_WEBHOOK_SECRET,
      hostUser: data.ZOOM_HOST_USER,
    },
    retreats: { webhookSecret: data.RETREAT_WEBHOOK_SECRET },
    attendanceMinutes: data.ATTENDANCE_MINUTES,
    clockFile: data.CLOCK_FILE,
    site: {
      organisation: data.ORGANISATION,
      parentOrganisation: data.PARENT_ORGANISATION,
      courseShortName: data.COURSE_SHORT_NAME,
      supportEmail: data.SUPPORT_EMAIL,
      retreatSite: data.RETREAT_SITE_URL,
      firstClass: data.COURSE_FIRST_CLASS,
      classEditLatest: data.CLASS_EDIT_LATEST_DATE ?? null,
    },
  };
}
