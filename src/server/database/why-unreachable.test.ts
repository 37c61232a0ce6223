import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/postgres.ts';
import { whyUnreachable } from './why-unreachable.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test.each([
  [{}, null],
  [{ password: 'wrong' }, 'has the wrong user name or password'],
  [{ pathname: '/nothing' }, 'names the database nothing, which doesn’t exist'],
  [{ port: '1' }, 'where no database is running'],
  [{ hostname: 'no.such.invalid' }, 'names the host no.such.invalid, which can’t be found'],
])('a database address with %o says what to correct', async (change, sentence) => {
  const url = Object.assign(new URL(database.url), change);
  expect(await whyUnreachable(url.href)).toEqual(sentence && expect.stringContaining(sentence));
});
