import { openSmtp } from '../../src/server/integrations/mail/smtp-client.ts';
import { openZoom } from '../../src/server/integrations/meetings/zoom-client.ts';
import { openTwilio } from '../../src/server/integrations/texts/twilio-client.ts';
import { runChecks } from '../../src/server/operations/index.ts';
import type { Settings } from '../../src/server/platform/settings.ts';
import type { Portal } from './portal.ts';

type CheckServices = Parameters<typeof runChecks>[0];

type Broken = { settings?: Partial<Settings>; timeoutMs?: number } & Partial<
  Omit<CheckServices, 'settings'>
>;

export async function checkSetup(
  portal: Portal,
  { settings: changed = {}, timeoutMs = 30_000, only, ...broken }: Broken & { only?: string } = {},
) {
  const settings = { ...portal.settings, ...changed };
  const mailer = openSmtp(settings.mail);
  const services = {
    ...portal,
    settings,
    mailer,
    meetings: openZoom(settings.meetings, portal.clock),
    texts: openTwilio(settings.texts, portal.clock),
    forwarding: null,
    ...broken,
  };
  try {
    return await runChecks(services, { timeoutMs, only });
  } finally {
    mailer.close();
  }
}

export async function checkOf(name: string, portal: Portal, broken: Broken = {}) {
  const [found] = await checkSetup(portal, { ...broken, only: name });
  return found && `${found.state}: ${found.sentence}`;
}
