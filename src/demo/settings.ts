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

export interface SandboxKeys {
  smtpUrl: string;
  smtpCaFile: string;
  twilio: Record<string, string>;
  zoom: { baseUrl: string; [key: string]: string };
  retreats: Record<string, string>;
}

export const demoSite = {
  organization: 'Quiet Mornings',
  parentOrganization: 'the Stillwater Foundation',
  courseShortName: 'TM',
  supportEmail: 'help@quiet-mornings.test',
  retreatSite: 'http://localhost:3001/retreats',
  retreatCode: DEFAULT_RETREAT_CODE,
  firstClass: DEFAULT_FIRST_CLASS,
  textCountries: 'the United States and Canada',
  staffPasskeys: 'optional' as const,
  classEditLatest: null,
};

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
    // With the default, moving the demo's clock by a few hours would sign staff out.
    STAFF_IDLE_MINUTES: '720',
    SMTP_URL: world.sandbox.smtpUrl,
    SMTP_CA_FILE: world.sandbox.smtpCaFile,
    MAIL_FROM: `${demoSite.organization} <portal@quiet-mornings.test>`,
    ...withPrefix('TWILIO', world.sandbox.twilio),
    ...withPrefix('ZOOM', world.sandbox.zoom),
    ...withPrefix('RETREAT', world.sandbox.retreats),
    ORGANIZATION: demoSite.organization,
    PARENT_ORGANIZATION: demoSite.parentOrganization,
    COURSE_SHORT_NAME: demoSite.courseShortName,
    SUPPORT_EMAIL: demoSite.supportEmail,
    RETREAT_SITE_URL: `${world.sandboxUrl}/retreats`,
  };
}

/** Turns `baseUrl` into ZOOM_BASE_URL, for example. */
function withPrefix(prefix: string, keys: Record<string, string>): Record<string, string> {
  const nameOf = (key: string) => key.replace(/[A-Z]/g, '_$&').toUpperCase();
  return Object.fromEntries(
    Object.entries(keys).map(([key, value]) => [`${prefix}_${nameOf(key)}`, value]),
  );
}
