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
}
const BaseClient = pg.Client as unknown as new () => BaseClient;

/** Limits the number of prepared statements, because queries with lists of values keep producing new ones. */
const mostNames = 300;
const mostValues = 30;

class PortalClient extends BaseClient {
  readonly #names = new Map<string, string>();

  /**
   * Prepares statements that are likely to repeat, because planning usually takes longer than execution. Sends all
   * statements of one tick in one write, because writing to a socket takes a third of the CPU time of a short statement.
   *
   * Drizzle waits for `begin`, so we respond at once, and `begin` goes out with the first statements. It fails only if
   * the connection does, and then they fail, too. We close the connection, so nothing more can run without it.
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
      (answer as Promise<unknown>).catch(() => stream.destroy());
      return Promise.resolve();
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
  if (typeof statement === 'object' && statement.name) return false;
  if (Array.isArray(values) && values.length > 0) return values.length <= mostValues;
  // pg-boss fetches jobs with a statement that has no values.
  return typeof statement === 'string' && /^\s*with\s/i.test(statement);
}
