import { DEFAULT_FIRST_CLASS, DEFAULT_RETREAT_CODE } from '../course/course.ts';
import { demoLinkKey } from '../server/platform/wrong-settings.ts';

interface World {
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string;
  clockFile: string;
  sandboxUrl: string;
  sandbox: SandboxKeys;
}

/** What the sandbox says of itself when it is ready: the addresses and keys of its vendors. */
export interface SandboxKeys {
  smtpUrl: string;
  /** Its certificate, which nobody else vouches for. */
  smtpCaFile: string;
  twilio: {
    baseUrl: string;
    messagingUrl: string;
    accountSid: string;
    authToken: string;
    loginSender: string;
    reminderSender: string;
  };
  zoom: {
    baseUrl: string;
    oauthUrl: string;
    accountId: string;
    clientId: string;
    clientSecret: string;
    webhookSecret: string;
    hostUser: string;
  };
  retreats: { webhookSecret: string };
}

export const demoSite = {
  organisation: 'Quiet Mornings',
  parentOrganisation: 'the Stillwater Foundation',
  courseShortName: 'TM',
  supportEmail: 'help@quiet-mornings.test',
  retreatSite: 'http://localhost:3001/retreats',
  retreatCode: DEFAULT_RETREAT_CODE,
  firstClass: DEFAULT_FIRST_CLASS,
  textCountries: 'the United States and Canada',
  classEditLatest: null,
};

/** What an operator would set for a real organisation, pointing at the sandbox instead. */
export function demoSettings(world: World): Record<string, string> {
  return {
    PORTAL_MODE: 'demo',
    HOST: world.host,
    PORT: String(world.port),
    PUBLIC_URL: world.publicUrl,
    DATABASE_URL: world.databaseUrl,
    CLOCK_FILE: world.clockFile,
    LOG_LEVEL: 'warn',
    LINK_KEY: demoLinkKey,
    SMTP_URL: world.sandbox.smtpUrl,
    SMTP_CA_FILE: world.sandbox.smtpCaFile,
    MAIL_FROM: `${demoSite.organisation} <portal@quiet-mornings.test>`,
    TWILIO_BASE_URL: world.sandbox.twilio.baseUrl,
    TWILIO_MESSAGING_URL: world.sandbox.twilio.messagingUrl,
    TWILIO_ACCOUNT_SID: world.sandbox.twilio.accountSid,
    TWILIO_AUTH_TOKEN: world.sandbox.twilio.authToken,
    TWILIO_LOGIN_SENDER: world.sandbox.twilio.loginSender,
    TWILIO_REMINDER_SENDER: world.sandbox.twilio.reminderSender,
    ZOOM_BASE_URL: world.sandbox.zoom.baseUrl,
    ZOOM_OAUTH_URL: world.sandbox.zoom.oauthUrl,
    ZOOM_ACCOUNT_ID: world.sandbox.zoom.accountId,
    ZOOM_CLIENT_ID: world.sandbox.zoom.clientId,
    ZOOM_CLIENT_SECRET: world.sandbox.zoom.clientSecret,
    ZOOM_WEBHOOK_SECRET: world.sandbox.zoom.webhookSecret,
    ZOOM_HOST_USER: world.sandbox.zoom.hostUser,
    ORGANISATION: demoSite.organisation,
    PARENT_ORGANISATION: demoSite.parentOrganisation,
    COURSE_SHORT_NAME: demoSite.courseShortName,
    SUPPORT_EMAIL: demoSite.supportEmail,
    RETREAT_SITE_URL: `${world.sandboxUrl}/retreats`,
    RETREAT_WEBHOOK_SECRET: world.sandbox.retreats.webhookSecret,
  };
}
