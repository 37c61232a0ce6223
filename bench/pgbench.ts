import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.ts';

interface Shape {
  connections: number;
  seconds: number;
}

interface Work {
  statement: string;
  /** Who `$1` can be. They were added together, so their ids have no gap. */
  people: number[];
}

/**
 * One statement over and over: how many a second. It is planned once a connection, as the portal's are soon; each run connects
 * anew, and would else mostly plan.
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
  const said = await run(pgbench, [...shape, '-f', file, databaseUrl], {
    PGOPTIONS: '-c plan_cache_mode=force_generic_plan',
  });
  const [, perSecond] = said.match(/tps = ([\d.]+)/) ?? [];
  if (!perSecond || !/number of failed transactions: 0/.test(said)) throw new Error(said);
  return Number(perSecond);
}
