import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { run } from './processes.ts';

export async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function query<Found extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Found[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Found>(text, values)).rows);
}

interface Shape {
  connections: number;
  seconds: number;
}

interface Work {
  statement: string;
  /** The values of `$1`. We added these people together, so there are no gaps between their IDs. */
  people: number[];
}

/** Returns how many statements per second the driver alone runs. No Node server could reach more. */
export async function runDriver(
  pool: pg.Pool,
  { statement, people }: Work,
  { connections, seconds }: Shape,
): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let made = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, first) => {
      for (let turn = first; performance.now() < end; turn += 1) {
        const values = [people[turn % people.length]];
        await pool.query({ name: 'statement', text: statement, values, rowMode: 'array' });
        made += 1;
      }
    }),
  );
  return made / ((performance.now() - begin) / 1000);
}

/**
 * Returns runs per second. Like the portal's statements, each is planned once per connection. Otherwise, planning would
 * take most of the time.
 */
export async function runPgbench(
  pgbench: string,
  { databaseUrl, directory }: { databaseUrl: string; directory: string },
  { statement, people }: Work,
  { connections, seconds }: Shape,
): Promise<number> {
  const file = join(mkdtempSync(join(directory, 'pgbench-')), 'statement.sql');
  const choice = `\\set person random(${Math.min(...people)}, ${Math.max(...people)})`;
  writeFileSync(file, `${choice}\n${statement.replaceAll('$1', ':person')};\n`);
  const shape = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds)];
  const output = await run(pgbench, [...shape, '-f', file, databaseUrl], {
    PGOPTIONS: '-c plan_cache_mode=force_generic_plan',
  });
  const [, perSecond] = output.match(/tps = ([\d.]+)/) ?? [];
  if (!perSecond || !/number of failed transactions: 0/.test(output)) throw new Error(output);
  return Number(perSecond);
}
