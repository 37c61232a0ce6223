import type pg from 'pg';

/** Statements a second where nothing but the driver stands between: the most that any Node server makes of them. */
export async function runDriver(
  pool: pg.Pool,
  { statement, people }: { statement: string; people: number[] },
  { connections, seconds }: { connections: number; seconds: number },
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
