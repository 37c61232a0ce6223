import { createHash } from 'node:crypto';
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

/** Lists of values make ever new statements; a connection remembers no more than this of them. */
const mostNames = 300;
const mostValues = 20;

class PortalClient extends BaseClient {
  readonly #names = new Map<string, string>();

  /**
   * Names each statement, so that PostgreSQL plans it once a connection: planning takes longer than most take to run.
   * Drizzle never releases a connection on which `begin` failed, so that is done here: a lost one would stay in the pool for ever.
   */
  override query(statement: Statement | string, ...rest: unknown[]): unknown {
    const answer = super.query(
      isRepeatable(statement, rest[0]) ? this.#withName(statement) : statement,
      ...rest,
    );
    if (typeof statement === 'object' && statement.text?.startsWith('begin')) {
      const released = (answer as Promise<unknown>).catch((error) => this.release(error));
      // `release` throws when it is called twice, which a newer Drizzle may do.
      released.catch(() => {});
    }
    return answer;
  }

  /** The name is the statement's own on every connection: whoever shares one with others never gets another's statement. */
  #withName(statement: Statement): Statement {
    const { text } = statement;
    if (!this.#names.has(text) && this.#names.size < mostNames) {
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      this.#names.set(text, `portal_${hash}`);
    }
    const name = this.#names.get(text);
    return name ? { ...statement, name } : statement;
  }
}

/** For the `Client` option of a pool. */
export const poolClient = PortalClient as unknown as new () => pg.Client;

function isRepeatable(statement: Statement | string, values: unknown): statement is Statement {
  if (typeof statement === 'string' || statement.name || !Array.isArray(values)) return false;
  return values.length > 0 && values.length <= mostValues;
}
