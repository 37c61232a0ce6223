import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Query } from './in-process-portal.ts';
import { run } from './processes.ts';

/** The queries of one call, one script a person; pgbench makes them over prepared statements too. */
export function writeScripts(directory: string, people: Query[][]) {
  const place = mkdtempSync(join(directory, 'pgbench-'));
  const args: string[] = [];
  people.forEach((queries, person) => {
    const lines = queries.map(({ text, values }, at) => {
      const name = (index: number) => `p${person}_${at}_${index}`;
      values.forEach((value, index) => {
        args.push('-D', `${name(index + 1)}=${textOf(value)}`);
      });
      return `${text.replace(/\$(\d+)/g, (_, index) => `:${name(Number(index))}`)};`;
    });
    const file = join(place, `${person}.sql`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    args.push('-f', file);
  });
  return args;
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Calls a second: one "transaction" of pgbench is all the queries of one call. */
export async function runPgbench(
  pgbench: string,
  databaseUrl: string,
  scripts: string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const shape = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds)];
  const said = await run(pgbench, [...shape, ...scripts, databaseUrl]);
  const [, perSecond] = said.match(/tps = ([\d.]+)/) ?? [];
  if (!perSecond || !/number of failed transactions: 0/.test(said)) throw new Error(said);
  return Number(perSecond);
}
