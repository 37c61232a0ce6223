import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';

const opened: pg.Pool[] = [];
const OwnPool = pg.Pool;
let portal: Portal;

beforeAll(async () => {
  pg.Pool = class extends OwnPool {
    constructor(options: pg.PoolConfig) {
      super(options);
      opened.push(this);
    }
  } as typeof pg.Pool;
  portal = await openPortal({ environment: { METRICS_TOKEN: '0123456789abcdef0123456789abcdef' } });
  pg.Pool = OwnPool;
});
afterAll(() => portal.stop());

const inMs = (setting: string) =>
  `(select setting::int from pg_settings where name = '${setting}') as ${setting}`;

test('in every pool the lock times out first, then the statement, then the client', async () => {
  const found: Record<string, boolean> = {};
  for (const pool of opened) {
    const { rows } = await pool.query(
      `select ${inMs('lock_timeout')}, ${inMs('statement_timeout')}`,
    );
    const { lock_timeout, statement_timeout } = rows[0];
    const { application_name = '', query_timeout = 0 } = pool.options as pg.PoolConfig;
    found[application_name] =
      lock_timeout > 0 && lock_timeout < statement_timeout && statement_timeout < query_timeout;
  }
  expect(found).toEqual({
    'course-portal': true,
    'course-portal-figures': true,
    'course-portal-jobs': true,
    'course-portal-locks': true,
    'course-portal-watch': true,
  });
});
