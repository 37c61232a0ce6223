import pg from 'pg';
import { poolClient } from './portal-client.ts';

interface PoolOptions {
  /** Shown in `pg_stat_activity`. */
  name: string;
  max: number;
  connectMs: number;
  statementMs?: number;
  /** Further session settings, such as `idle_session_timeout`. */
  session?: Record<string, number>;
}

const defaultStatementMs = 15_000;

/**
 * The server times out before the client does; otherwise abandoned backends would keep waiting while the client opens new
 * connections. The limits are set by SQL, because PgBouncer refuses most startup parameters.
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

/** The only way to open a pool. A connection whose `begin` fails is closed. */
export function openPool(
  url: string,
  { idleMs = 10_000, pipeline = false, onLostConnection = () => {}, ...options }: OpenOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...poolOptions(url, options),
    Client: poolClient,
    idleTimeoutMillis: idleMs,
    pipeline,
  });
  // An error event without a listener ends the process. This one means that the server dropped the connection.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  // The pool repeats the event for idle connections.
  pool.on('error', () => {});
  return pool;
}
