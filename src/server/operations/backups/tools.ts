import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { withClient } from '../../database/client.ts';
import { machineClock } from '../../platform/clock.ts';
import type { Settings } from '../../platform/settings.ts';

const execute = promisify(execFile);

/**
 * Runs a Bash script, with `args` as $1, $2 and so on. If a program in the script fails, throws an error with the
 * script's error output.
 */
export async function runScript(script: string, args: string[], env = {}): Promise<void> {
  const options = { env: { ...process.env, ...env }, maxBuffer: Number.POSITIVE_INFINITY };
  const words = ['--norc', '-eo', 'pipefail', '-c', script, 'portal', ...args];
  await execute('bash', words, options).catch(({ code, stderr }) => {
    throw new Error(stderr.trim().slice(-500) || `A program failed with exit code ${code}.`);
  });
}

/**
 * Finds `pg_dump` or `pg_restore`, and throws if it is missing or too old for the server. The password goes into the
 * environment, because everyone on the machine can read arguments.
 */
export async function findTool(client: pg.Client, name: string, { databaseUrl, backup }: Settings) {
  const program = backup.pgDump ? join(dirname(backup.pgDump), name) : name;
  const { rows } = await client.query('show server_version_num');
  const needed = Math.floor(rows[0].server_version_num / 10_000);
  const found = await execute(program, ['--version']).catch(() => ({ stdout: 'missing' }));
  if (Number(found.stdout.match(/\d+/) ?? 0) < needed) {
    throw new Error(
      `The portal needs ${program} from PostgreSQL ${needed} or newer (found: ${found.stdout.trim()}). Install it (on Debian: postgresql-client), or set PG_DUMP to its path.`,
    );
  }
  const url = new URL(databaseUrl);
  const env = { PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  return { program, dbname: url.href, env };
}

const lockKey = 7_301_003;

/** Throws if another backup or verification is running. Tries to record a failure in the database. */
export function asRecorded<Value>(url: string, act: (client: pg.Client) => Promise<Value>) {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [lockKey]);
    if (!rows[0].free) throw new Error('Another backup or restore is running. Try again later.');
    return act(client).catch(async (error: Error) => {
      await client.query('rollback').catch(() => {});
      await record(client, 'failed', { problem: error.message }).catch(() => {});
      throw error;
    });
  });
}

/** Keeps only the newest record of each kind: `made`, `failed` or `verified`. */
export async function record(client: pg.Client, kind: string, facts: object) {
  await client.query(
    `update installation set backups = coalesce(backups, '{}') || jsonb_build_object($1::text, $2::jsonb)`,
    [kind, { at: machineClock.now(), ...facts }],
  );
}
