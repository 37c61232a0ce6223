import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { migrate } from '../server/database/migrate.ts';
import { clockMovedBy } from '../server/platform/clock.ts';
import { type Program, startProgram, startWatchedProgram } from './child-process.ts';
import { fillDemo } from './fill.ts';
import { accounts, namesOfEveryone } from './people.ts';
import { findFreePort, startEmbeddedServer } from './postgres/embedded.ts';
import { privateMode } from './postgres/postgres-place.ts';
import { demoSettings, type SandboxKeys } from './settings.ts';
import {
  checkPortIsFree,
  lockData,
  readPort,
  refuseProductionMode,
  refuseRealDatabase,
} from './start-checks.ts';

export async function runDemo(
  say: (line: string) => void,
  programs: { portal: string; sandbox: string },
  serveWeb?: (port: number, portalUrl: string) => Promise<() => Promise<void>>,
): Promise<void> {
  refuseProductionMode(process.env);
  const host = process.env.HOST || '127.0.0.1';
  const port = readPort('PORT', 3000);
  const sandboxPort = readPort('SANDBOX_PORT', port + 1);
  const directory = resolve(process.env.DATA_DIR || '.data');
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const stopSignal = new Promise<void>((stop) => {
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
      process.on(event, () => stop());
  });
  mkdirSync(directory, { recursive: true, mode: privateMode() });

  // Stop everything in reverse order, even if starting fails partway through.
  await using running = new AsyncDisposableStack();
  const databaseUrl = await openDatabase(join(directory, 'postgres'), running);
  await refuseRealDatabase(databaseUrl);
  await checkPortIsFree('PORT', host, port);
  await checkPortIsFree('SANDBOX_PORT', host, sandboxPort);
  const clockFile = join(directory, 'clock');
  // The sandbox doesn't need the database, so it starts while the database is being migrated and filled.
  const sandboxStarts = startProgram(programs.sandbox, {
    ...process.env,
    HOST: host,
    PUBLIC_URL: publicUrl,
    CLOCK_FILE: clockFile,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIRECTORY: join(directory, 'sandbox'),
    SANDBOX_PEOPLE: JSON.stringify(namesOfEveryone()),
  });
  // Prevent an unhandled rejection. The `await` further down reports the error.
  sandboxStarts.catch(() => {});
  await migrate(databaseUrl);
  await fillDemo(databaseUrl, clockMovedBy(clockFile).now());
  const sandbox = await sandboxStarts;
  running.defer(sandbox.stop);
  const keys = sandbox.readyMessage as SandboxKeys;
  const portalPort = serveWeb ? await findFreePort() : port;
  const world = { host, port: portalPort, publicUrl, databaseUrl, clockFile, sandboxUrl };
  const startPortal = serveWeb ? startWatchedProgram : startProgram;
  const portal = await startPortal(programs.portal, {
    ...demoSettings({ ...world, sandbox: keys }),
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(portalPort),
  });
  running.defer(portal.stop);
  if (serveWeb) running.defer(await serveWeb(port, `http://127.0.0.1:${portalPort}`));

  say(announcement(publicUrl, sandboxUrl));
  await Promise.race([stopSignal, endOf('sandbox', sandbox), endOf('portal', portal)]);
  say('Stopping.');
}

/** Another demo may have started the embedded server, so this one may stop it only if it gets the lock. */
async function openDatabase(directory: string, running: AsyncDisposableStack): Promise<string> {
  const server = process.env.DATABASE_URL ? undefined : await startEmbeddedServer(directory);
  const databaseUrl = (await server?.openDatabase('portal')) ?? process.env.DATABASE_URL ?? '';
  const release = await lockData(databaseUrl);
  if (server) running.defer(server.stop);
  running.defer(release);
  return databaseUrl;
}

async function endOf(name: string, program: Program): Promise<never> {
  await program.ended;
  throw new Error(`The ${name} stopped unexpectedly. See the messages above.`);
}

function announcement(publicUrl: string, sandboxUrl: string): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  return [
    '',
    `  Start here  ${sandboxUrl}   (sign in as anyone, read their emails and texts, skip ahead in time)`,
    `  Portal      ${publicUrl}`,
    '',
    '  You can sign in as:',
    ...accounts.map(({ email, about }) => `    ${email.padEnd(width)}   ${about}`),
    '',
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
