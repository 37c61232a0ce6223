import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readInstallation, WrongInstallation } from '../server/database/installation.ts';
import { accounts, otherPeople } from './people.ts';

/** Keeps people from starting the demo by mistake in a shell that has a real portal's settings. */
export function refuseProductionMode({ PORTAL_MODE: mode }: NodeJS.ProcessEnv): void {
  if (mode !== 'production') return;
  throw new Error(
    'PORTAL_MODE is “production”, but npm start runs the demo. To start a real portal, run npm run start:node or node dist/server.js. To start the demo, unset PORTAL_MODE.',
  );
}

/**
 * Throws if the database belongs to a real portal. Only reads from it, because the demo mustn't even create tables
 * there.
 */
export async function refuseRealDatabase(databaseUrl: string): Promise<void> {
  const { kind, emails } = await readInstallation(databaseUrl);
  if (kind === 'production') throw new WrongInstallation(kind);
  if (kind === 'demo' || emails.every((email) => demoEmails.has(email))) return;
  throw new Error(
    'This database has people who aren’t in the demo, so the demo won’t use it. Set DATABASE_URL to another database, or unset it to use the built-in one. If this is an older demo, delete .data to start over.',
  );
}

const demoEmails = new Set<string>([...accounts, ...otherPeople].map(({ email }) => email));

export function readPort(name: string, fallback: number): number {
  const text = process.env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} is “${text}”, which isn’t a port number from 1 to 65535.`);
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
              `Another program is using port ${port}. Stop it, or set ${name} to a free port.`,
            )
          : new Error(`We couldn’t use port ${port} (${error.code}). Set ${name} to another one.`),
      ),
    );
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

const lockKey = 7_301_002;
const maxAttempts = 40;

/**
 * Takes an advisory lock, so that two demos can't share the same data. PostgreSQL releases the lock when the connection
 * closes. Waits a few seconds, in case another demo is just stopping.
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
    'The demo is already running with this data. Stop it, or use a different DATA_DIR or DATABASE_URL.',
  );
}
