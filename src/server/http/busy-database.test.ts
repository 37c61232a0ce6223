import fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect } from '../database/connect.ts';
import { answerErrors } from './errors.ts';

test('returns 503 with Retry-After if a request gets no connection or lock in time', async () => {
  const { url, drop } = await createDatabase();
  const options = { poolSize: 1, onLostConnection: () => {}, connectMs: 500, statementMs: 900 };
  const database = connect(url, options);
  const other = new pg.Client(url);
  await other.connect();
  await other.query('begin; lock table closed_dates');
  const app = fastify();
  answerErrors(app);
  app.get('/', () => database.execute('select from closed_dates'));

  const answers = await Promise.all([app.inject('/'), app.inject('/')]);
  for (const { statusCode, headers, json } of answers) {
    expect([statusCode, headers['retry-after'], json().message]).toEqual([
      503,
      '2',
      'The portal is very busy right now. Please try again in a moment.',
    ]);
  }
  await other.query('rollback');
  expect((await app.inject('/')).statusCode).toBe(200);
  await other.end();
  await database.$client.end();
  await drop();
});
