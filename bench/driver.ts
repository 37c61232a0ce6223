import type pg from 'pg';
import type { Query } from './in-process-portal.ts';

/** Calls a second where nothing but the driver stands between: the most that any Node server makes of these queries. */
export async function runDriver(
  pool: pg.Pool,
  people: Query[][],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let made = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, first) => {
      for (let turn = first; performance.now() < end; turn += 1) {
        const queries = people[turn % people.length] as Query[];
        for (const [at, { text, values }] of queries.entries()) {
          await pool.query({ name: `${queries.length} ${at}`, text, values, rowMode: 'array' });
        }
        made += 1;
      }
    }),
  );
  return made / ((performance.now() - begin) / 1000);
}
