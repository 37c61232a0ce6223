import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readInstallation, WrongInstallation } from '../server/database/installation.ts';
import { accounts, otherPeople } from './accounts.ts';

/** Settings of a real portal, exported in the shell in which somebody types `npm start`. */
export function refuseProductionMode({ PORTAL_MODE: mode }: NodeJS.ProcessEnv): void {
  if (mode !== 'production') return;
  throw new Error(
    'PORTAL_MODE is production, and npm start runs the demo. A real portal is started by npm run start:node, or node dist/server.js; for the demo, unset PORTAL_MODE.',
  );
}

/** Only reads: the demo writes nothing, not even tables, into a database that is not its own. */
export async function refuseRealDatabase(databaseUrl: string): Promise<void> {
  const { kind, emails } = await readInstallation(databaseUrl);
  if (kind === 'production') throw new WrongInstallation(kind);
  if (kind === 'demo' || emails.every((email) => demoEmails.has(email))) return;
  throw new Error(
    'The database holds people who are not the demo’s, so the demo is not put into it. Set DATABASE_URL to another database, or leave it out: the demo then brings its own. If this is a demo of an earlier version, delete .data to start afresh.',
  );
}

const demoEmails = new Set<string>([...accounts, ...otherPeople].map(({ email }) => email));

export function readPort(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} is ${text}, which is not a port from 1 to 65535.`);
  }
  return port;
}

export async function checkPortIsFree(name: string, host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, taken) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      taken(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken by another program. Stop that one, or set ${name} to a free port.`,
            )
          : new Error(`Port ${port} cannot be used (${error.code}). Set ${name} to another one.`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

const lockKey = 7_301_002;
const maxAttempts = 40;

/**
 * Takes an advisory lock, so that a second demo does not run on the same data. The lock belongs to a connection
 * and ends with the process. Another demo that is just stopping is waited for.
 */
export async function lockData(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey]);
    if (rows[0].locked) return () => client.end();
    await pause(100);
  }
  await client.end();
  throw new Error(
    'The portal is already running on this data. Stop that one, or set DATA_DIR to another directory.',
  );
}
