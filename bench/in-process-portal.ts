import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/server/app.ts';
import { connect } from '../src/server/database/connect.ts';
import { machineClock } from '../src/server/platform/clock.ts';
import { createLog } from '../src/server/platform/log.ts';
import { readSettings } from '../src/server/settings.ts';

export interface Query {
  text: string;
  values: unknown[];
}

/** The portal's HTTP layer in this process, without jobs, to see the queries that it makes. */
export function openInProcess(settings: Record<string, string>) {
  const read = readSettings(settings);
  const database = connect(read.databaseUrl, { poolSize: 1, onLostConnection: () => {} });
  const app: FastifyInstance = buildApp({
    settings: read,
    database,
    clock: machineClock,
    log: createLog(read.logLevel),
    // None is used by a call that only reads.
    databaseWatch: {} as never,
    queue: {} as never,
    mailer: {} as never,
    meetings: {} as never,
    texts: {} as never,
    retreats: {} as never,
    webDirectory: 'nowhere',
    checkResponses: false,
    pageWaitMs: 500,
    isDraining: () => false,
  });
  return { app, database };
}

/** Every query that the portal makes for a call, with its values. */
export async function queriesOf(
  settings: Record<string, string>,
  path: string,
  cookie: string,
): Promise<Query[]> {
  const { app, database } = openInProcess(settings);
  const asked: Query[] = [];
  const ask = database.$client.query.bind(database.$client) as (...args: unknown[]) => unknown;
  Object.assign(database.$client, {
    query(question: { text: string }, values: unknown[]) {
      asked.push({ text: question.text, values });
      return ask(question, values);
    },
  });
  const answer = await app.inject({ url: path, headers: { cookie } });
  await app.close();
  await database.$client.end();
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  return asked;
}
