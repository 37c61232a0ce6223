import { expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { areOwnSessions, refuseSharedSessions } from './own-sessions.ts';

test('a database without a pooler is accepted', async () => {
  const { url, drop } = await createDatabase();
  await refuseSharedSessions(url);
  await drop();
});

test('connections that share a server process are detected', () => {
  expect(
    areOwnSessions([
      [7, 7],
      [7, 7],
    ]),
  ).toBe(false);
});

test('connections that change their server process are detected', () => {
  expect(
    areOwnSessions([
      [7, 8],
      [8, 7],
    ]),
  ).toBe(false);
});

test('connections that keep their own server process are accepted', () => {
  expect(
    areOwnSessions([
      [7, 8],
      [7, 8],
    ]),
  ).toBe(true);
});
