import pg from 'pg';

interface Statement {
  text: string;
  name?: string;
}

/** pg's client with one signature for `query` in place of its overloads, which a subclass would have to repeat. */
interface BaseClient {
  query(statement: Statement | string, ...rest: unknown[]): unknown;
  /** Set by the pool each time it hands the connection out. */
  release(error: Error): void;
}
const BaseClient = pg.Client as unknown as new () => BaseClient;

class PortalClient extends BaseClient {
  /**
   * Names each statement, so that PostgreSQL plans it once a connection: planning takes longer than most take to run.
   * Drizzle never releases a connection on which `begin` failed, so that is done here: a lost one would stay in the pool for ever.
   */
  override query(statement: Statement | string, ...rest: unknown[]): unknown {
    const answer = super.query(
      isRepeatable(statement, rest[0]) ? withName(statement) : statement,
      ...rest,
    );
    if (typeof statement === 'object' && statement.text?.startsWith('begin')) {
      const released = (answer as Promise<unknown>).catch((error) => this.release(error));
      // `release` throws when it is called twice, which a newer Drizzle may do.
      released.catch(() => {});
    }
    return answer;
  }
}

/** As `new Pool({ Client })` takes it. */
export const poolClient = PortalClient as unknown as new () => pg.Client;

/** Lists of values make ever new statements; a connection remembers no more than this of them. */
const mostNames = 300;
const mostValues = 20;
const names = new Map<string, string>();

function isRepeatable(statement: Statement | string, values: unknown): statement is Statement {
  if (typeof statement === 'string' || statement.name || !Array.isArray(values)) return false;
  return values.length > 0 && values.length <= mostValues;
}

function withName(statement: Statement): Statement {
  const { text } = statement;
  if (!names.has(text) && names.size < mostNames) names.set(text, `portal_${names.size}`);
  const name = names.get(text);
  return name ? { ...statement, name } : statement;
}
