import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';

interface Statement {
  text: string;
  name?: string;
}

/** Replaces pg's overloads for `query` with a single signature. */
interface BaseClient {
  query(statement: Statement | string, ...rest: unknown[]): unknown;
  connection: { stream: Writable };
  release(error: Error): void;
}
const BaseClient = pg.Client as unknown as new () => BaseClient;

/** Limits the number of prepared statements, because queries with lists of values keep producing new ones. */
const mostNames = 300;
const mostValues = 30;

class PortalClient extends BaseClient {
  readonly #names = new Map<string, string>();

  /**
   * Prepares statements that are likely to repeat, because planning usually takes longer than execution. Releases a
   * connection whose `begin` failed, because Drizzle would never return it to the pool. Sends all statements of one
   * tick in one write, because writing to a socket takes a third of the CPU time of a short statement.
   */
  override query(statement: Statement | string, ...rest: unknown[]): unknown {
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    const answer = super.query(
      isRepeatable(statement, rest[0]) ? this.#withName(statement) : statement,
      ...rest,
    );
    if (typeof statement === 'object' && statement.text?.startsWith('begin')) {
      const released = (answer as Promise<unknown>).catch((error) => this.release(error));
      // A newer version of Drizzle may also release the connection, and the second release would throw.
      released.catch(() => {});
    }
    return answer;
  }

  /** Names a statement after a hash of its SQL. The same name always means the same statement, even behind a pooler. */
  #withName(given: Statement | string): Statement {
    const statement = typeof given === 'string' ? { text: given } : given;
    const { text } = statement;
    if (!this.#names.has(text) && this.#names.size < mostNames) {
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      this.#names.set(text, `portal_${hash}`);
    }
    const name = this.#names.get(text);
    return name ? { ...statement, name } : statement;
  }
}

export const poolClient = PortalClient as unknown as new () => pg.Client;

function isRepeatable(statement: Statement | string, values: unknown): boolean {
  if ((typeof statement === 'object' && statement.name) || !Array.isArray(values)) return false;
  return values.length > 0 && values.length <= mostValues;
}
