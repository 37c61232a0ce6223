import { whyUnreachable } from '../database/why-unreachable.ts';
import { type Environment, findCutOff } from './environment.ts';
import { addressIn, nameCountries } from './setting-types.ts';
import { variables } from './setting-variables.ts';
import { checkEnvironment, refuse, whyNotListening } from './wrong-settings.ts';

export type Settings = ReturnType<typeof readSettings>;

/** The only way to check these settings is to listen or connect. */
const tries = { HOST: whyNotListening, DATABASE_URL: whyUnreachable };

export async function readWorkingSettings(environment: Environment): Promise<Settings> {
  const { given, problems } = checkEnvironment(variables, environment);
  for (const cut of findCutOff().filter((variable) => variable in variables.shape)) {
    const message =
      'has a # in the settings file, and everything after it is ignored. Put the value in double quotes, and comments on their own line';
    problems.push([cut, message]);
  }
  for (const [variable, findReason] of Object.entries(tries)) {
    const value = given[variable];
    if (!value || problems.some(([wrong]) => wrong === variable)) continue;
    const reason = await findReason(value);
    if (reason) problems.push([variable, reason]);
  }
  refuse(problems);
  return readSettings(environment);
}

export function readSettings(environment: Environment) {
  const { given, problems } = checkEnvironment(variables, environment);
  refuse(problems);
  const data = variables.parse(given);
  return {
    mode: data.PORTAL_MODE,
    host: data.HOST,
    port: data.PORT,
    nodeRole: data.NODE_ROLE,
    publicUrl: new URL(data.PUBLIC_URL).origin,
    databaseUrl: data.DATABASE_URL,
    databasePoolSize: data.DATABASE_POOL_SIZE,
    databaseReadUrl: data.DATABASE_READ_URL,
    trustedProxies: data.TRUSTED_PROXIES,
    logLevel: data.LOG_LEVEL,
    metricsToken: data.METRICS_TOKEN,
    drainSeconds: data.DRAIN_SECONDS,
    requestSeconds: data.REQUEST_SECONDS,
    responseSeconds: data.RESPONSE_SECONDS,
    mostRequestsAtOnce: data.MOST_REQUESTS_AT_ONCE,
    linkKey: data.LINK_KEY,
    linkMinutes: data.LINK_MINUTES,
    loginLinksFor: data.LOGIN_LINKS_FOR,
    staffSignIn: data.STAFF_SIGN_IN,
    staffIdleMinutes: data.STAFF_IDLE_MINUTES,
    mail: {
      url: data.SMTP_URL,
      host: new URL(data.PUBLIC_URL).hostname,
      from: data.MAIL_FROM,
      fromAddress: addressIn(data.MAIL_FROM),
      replyTo: data.SUPPORT_EMAIL,
      requiresTls: data.SMTP_TLS === 'required',
      caFile: data.SMTP_CA_FILE,
      dkimSelector: data.MAIL_DKIM_SELECTOR,
    },
    texts: {
      baseUrl: data.TWILIO_BASE_URL,
      messagingUrl: data.TWILIO_MESSAGING_URL,
      accountSid: data.TWILIO_ACCOUNT_SID,
      authToken: data.TWILIO_AUTH_TOKEN,
      countries: data.TEXT_COUNTRIES,
      perDay: data.TEXTS_PER_DAY,
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
    places: { most: data.CLASS_PLACES ?? null, reserved: data.CLASS_PLACES_RESERVED },
    attendanceMinutes: data.ATTENDANCE_MINUTES,
    waitingListMinutes: data.WAITING_LIST_MINUTES,
    retentionDays: {
      audit: data.RETENTION_AUDIT_DAYS,
      messages: data.RETENTION_MESSAGES_DAYS,
      webhooks: data.RETENTION_WEBHOOKS_DAYS,
      failedJobs: data.RETENTION_FAILED_JOBS_DAYS,
      attempts: data.RETENTION_ATTEMPTS_DAYS,
    },
    updateFeed: data.UPDATE_FEED,
    clockFile: data.CLOCK_FILE,
    backup: {
      directory: data.BACKUP_DIR,
      keep: { daily: data.BACKUP_KEEP_DAILY, weekly: data.BACKUP_KEEP_WEEKLY },
      encryptCommand: data.BACKUP_ENCRYPT_COMMAND,
      decryptCommand: data.BACKUP_DECRYPT_COMMAND,
      command: data.BACKUP_COMMAND,
      pgDump: data.PG_DUMP,
    },
    site: {
      organization: data.ORGANIZATION,
      parentOrganization: data.PARENT_ORGANIZATION,
      courseShortName: data.COURSE_SHORT_NAME,
      supportEmail: data.SUPPORT_EMAIL,
      retreatSite: data.RETREAT_SITE_URL,
      retreatCode: data.RETREAT_CODE,
      firstClass: data.COURSE_FIRST_CLASS,
      textCountries: nameCountries(data.TEXT_COUNTRIES),
      staffPasskeys: data.STAFF_PASSKEYS,
      classEditLatest: data.CLASS_EDIT_LATEST_DATE ?? null,
    },
  };
}
