import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesOfEveryone } from '../../src/demo/people.ts';
import { demoSettings } from '../../src/demo/settings.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { openSmtp } from '../../src/server/integrations/mail/smtp-client.ts';
import { openZoom } from '../../src/server/integrations/meetings/zoom-client.ts';
import { openTwilio } from '../../src/server/integrations/texts/twilio-client.ts';
import type { Clock } from '../../src/server/platform/clock.ts';
import { readSettings, type Settings } from '../../src/server/platform/settings.ts';
import type { testClock } from './clock.ts';
import { discard } from './leftovers.ts';

interface World {
  host: string;
  port: number;
  publicUrl: string;
  databaseUrl: string;
  environment: Record<string, string>;
  clock: ReturnType<typeof testClock>;
  sandboxPort: number;
}

export async function startVendors({ environment, clock, sandboxPort, ...world }: World) {
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  const sandbox = await startSandbox({
    host: world.host,
    port: sandboxPort,
    directory,
    clock,
    portalUrl: world.publicUrl,
    people: namesOfEveryone(),
  });
  const place = { ...world, clockFile: 'unused', sandboxUrl: sandbox.url, sandbox: sandbox.keys };
  return {
    sandbox,
    settings: readSettings({ ...demoSettings(place), ...environment }),
    async stop() {
      await sandbox.stop();
      discard(directory);
    },
  };
}

export function openClients(settings: Settings, clock: Clock) {
  return {
    mailer: openSmtp(settings.mail),
    texts: openTwilio(settings.texts, clock),
    zoom: openZoom(settings.meetings, clock),
  };
}

export function standFor<Client extends object>(current: () => Client): Client {
  return new Proxy(current(), { get: (_first, name) => Reflect.get(current(), name) });
}
