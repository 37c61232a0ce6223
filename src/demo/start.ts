import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clockMovedBy } from '../server/clock.ts';
import { findFreePort, startEmbeddedServer } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { cast } from './cast.ts';
import { fillDemo } from './fill.ts';
import { claimData } from './one-at-a-time.ts';
import { type Part, startPart, startWatchedPart } from './part.ts';
import { checkPortIsFree, readPort } from './ports.ts';
import { demoSettings, type SandboxKeys } from './settings.ts';

/** A developer's web server stands in front of the portal and takes its address. */
type ServeWeb = (port: number, portalUrl: string) => Promise<() => Promise<void>>;

/** Everything on one machine, database, portal and sandbox, until this process is asked to stop. */
export async function runDemo(say: (line: string) => void, serveWeb?: ServeWeb): Promise<void> {
  const host = process.env.HOST || '127.0.0.1';
  const port = readPort('PORT', 3000);
  const sandboxPort = readPort('SANDBOX_PORT', port + 1);
  const directory = resolve(process.env.DATA_DIR || '.data');
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const askedToStop = new Promise<void>((asked) => {
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
      process.on(event, () => asked());
  });
  mkdirSync(directory, { recursive: true });

  // What is started here is stopped in the opposite order, also when a later step fails.
  await using running = new AsyncDisposableStack();
  const databaseUrl = await claimDatabase(join(directory, 'postgres'), running);
  await checkPortIsFree('PORT', host, port);
  await checkPortIsFree('SANDBOX_PORT', host, sandboxPort);
  const clockFile = join(directory, 'clock');
  // The sandbox needs no database, so it starts while that is made ready.
  const sandboxStarts = startPart('../sandbox/main.ts', {
    ...process.env,
    HOST: host,
    PUBLIC_URL: publicUrl,
    CLOCK_FILE: clockFile,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DIRECTORY: join(directory, 'sandbox'),
  });
  // Its failure is told below, once there is somebody to tell it to.
  sandboxStarts.catch(() => {});
  await migrate(databaseUrl);
  await fillDemo(databaseUrl, clockMovedBy(clockFile).now());
  const sandbox = await sandboxStarts;
  running.defer(sandbox.stop);
  const keys = sandbox.greeting as SandboxKeys;
  const portalPort = serveWeb ? await findFreePort() : port;
  const world = { host, port: portalPort, publicUrl, databaseUrl, clockFile, sandboxUrl };
  const startPortal = serveWeb ? startWatchedPart : startPart;
  const portal = await startPortal('../server/main.ts', {
    ...demoSettings({ ...world, sandbox: keys }),
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(portalPort),
  });
  running.defer(portal.stop);
  if (serveWeb) running.defer(await serveWeb(port, `http://127.0.0.1:${portalPort}`));

  say(announcement(publicUrl, sandboxUrl));
  await Promise.race([askedToStop, endOf('sandbox', sandbox), endOf('portal', portal)]);
  say('Stopping.');
}

/** The embedded server may be another demo's: only the one that has claimed the data stops it. */
async function claimDatabase(directory: string, running: AsyncDisposableStack): Promise<string> {
  const server = process.env.DATABASE_URL ? undefined : await startEmbeddedServer(directory);
  const databaseUrl = (await server?.openDatabase('portal')) ?? process.env.DATABASE_URL ?? '';
  const release = await claimData(databaseUrl);
  if (server) running.defer(server.stop);
  running.defer(release);
  return databaseUrl;
}

async function endOf(name: string, part: Part): Promise<never> {
  await part.ended;
  throw new Error(`The ${name} ended unexpectedly.`);
}

function announcement(publicUrl: string, sandboxUrl: string): string {
  const width = Math.max(...cast.map(({ email }) => email.length));
  return [
    '',
    `  Portal   ${publicUrl}`,
    `  Sandbox  ${sandboxUrl}   (mails and texts arrive here)`,
    '',
    '  Sign in as one of these; the link comes to the sandbox:',
    ...cast.map(({ email, about }) => `    ${email.padEnd(width)}   ${about}`),
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}
