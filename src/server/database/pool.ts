import pg from 'pg';
import { poolClient } from './portal-client.ts';

interface PoolOptions {
  name: string;
  max: number;
  connectMs: number;
  statementMs?: number;
  session?: Record<string, number>;
}

const defaultStatementMs = 15_000;

/**
 * The server times out before the client does. Otherwise, abandoned server processes would keep waiting while the
 * client opens new connections. We set the limits with SQL, because PgBouncer rejects most startup parameters.
 */
export function poolOptions(
  url: string,
  { name, max, connectMs, statementMs = defaultStatementMs, session = {} }: PoolOptions,
) {
  const settings = {
    lock_timeout: Math.round(statementMs * (2 / 3)),
    statement_timeout: Math.round(statementMs * 0.9),
    ...session,
  };
  const setAll = Object.entries(settings).map(
    ([setting, ms]) => `set_config('${setting}', '${ms}', false)`,
  );
  return {
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    keepAlive: true,
    Client: poolClient,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(`select ${setAll.join(', ')}`);
    },
  };
}

interface OpenOptions extends PoolOptions {
  idleMs?: number;
  pipeline?: boolean;
  onLostConnection?(error: Error): void;
}

/** Open every pool except pg-boss's with this function, so that connections whose `begin` fails are closed. */
export function openPool(
  url: string,
  { idleMs = 10_000, pipeline = false, onLostConnection = () => {}, ...options }: OpenOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...poolOptions(url, options),
    idleTimeoutMillis: idleMs,
    pipeline,
  });
  // A client emits an error when it loses its connection. Without a listener, the error would end the process.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  // The pool emits the same error again for idle connections.
  pool.on('error', () => {});
  return pool;
}
