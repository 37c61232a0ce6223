import pg from 'pg';
import { vi } from 'vitest';
import type { Portal } from './portal.ts';

type Query = (
  this: pg.Client,
  statement: { text?: string } | string,
  ...rest: unknown[]
) => unknown;

/** Returns the statements that requests to the portal run during `work`, in order and without values. */
export async function statementsOf(
  { databaseUrl }: Portal,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype as unknown as { query: Query };
  const spy = vi.spyOn(pg.Client.prototype as unknown as { query: Query }, 'query');
  spy.mockImplementation(function (this: pg.Client, statement, ...rest) {
    if (isOfRequests(this, databaseUrl))
      statements.push(typeof statement === 'string' ? statement : (statement.text ?? ''));
    return query.call(this, statement, ...rest);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return statements;
}

/** Leaves out jobs and other portals, whose connections have other names or databases. */
function isOfRequests(client: pg.Client, databaseUrl: string): boolean {
  const { application_name: name, database } = (
    client as unknown as { connectionParameters: { application_name: string; database: string } }
  ).connectionParameters;
  return name === 'course-portal' && databaseUrl.endsWith(`/${database}`);
}
