import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/postgres.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
const name = '0020_messages.sql';
let client: pg.Client;
let drop: () => Promise<void>;

const apply = (file: string) => client.query(readFileSync(folder + file, 'utf8'));

/** A database as it was before messages had kinds. */
beforeAll(async () => {
  const created = await createEmptyDatabase();
  drop = created.drop;
  client = new pg.Client({ connectionString: created.url });
  await client.connect();
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && file < name);
  for (const file of files.toSorted()) await apply(file);
});
afterAll(async () => {
  await client.end();
  await drop();
});

const keys: Record<string, [kind: string | null, about: object | null]> = {
  'login AbC 12': ['login-link', {}],
  'welcome AbC': ['welcome', {}],
  'schedule of registration 7': ['schedule', { registrationId: 7 }],
  'own moves of registration 8: 2, 2026-11-20T01:00:00.000Z': ['own-move', { registrationId: 8 }],
  'makeup given back by registration 8: 3': ['makeup-given-back', null],
  'reset of registrations from 5': ['account-reset', null],
  'class move 3 of registration 9': ['class-moved', null],
  'class-moved 9 2026-11-20T01:00:00.000Z': ['class-moved', null],
  'class 4, new instructor: person 2, 2026-11-20T01:00:00.000Z': ['new-instructor', null],
  'classes 4, 5, given: person 2, 2026-11-20T01:00:00.000Z': ['class-given', null],
  'class 4, taken: person 2, 2026-11-20T01:00:00.000Z': ['class-taken', null],
  'class 4, moved: person 2, 2026-11-20T01:00:00.000Z': ['taught-class-moved', null],
  'new links of person 2: a, b': ['new-links', null],
  'text of cancellation 6 to person 2': ['class-cancelled', { cancellationId: 6 }],
  'undone: mail of cancellation 6 to person 2': ['cancellation-undone', null],
  'mail of class message 3 to person 2': ['class-message', { messageId: 3 }],
  'missed class, proposal 11, text': ['missed-class', { proposalId: 11 }],
  'answer to abc': ['makeup-answer', {}],
  'opt-in 14': ['opt-in', { consentEventId: 14 }],
  'test mail of person 1 at 2026-11-20T01:00:00.000Z': ['test-mail', {}],
  'reminder 1': ['alumni-week', {}],
  'reminder 999': [null, null],
  'something else': [null, null],
};

test('messages of older versions are told by their keys, with what they are about where a key says it', async () => {
  await client.query(`insert into people (role, email, first_name, last_name, created_at)
    values ('alumni', 'a@x.test', 'A', 'A', now())`);
  await client.query(`insert into reminders (key, kind, person_id, due_at)
    values ('w', 'alumni-week', 1, now())`);
  await client.query(
    `insert into sent_messages (key, channel, recipient, status, created_at)
     select key, 'email', 'a@x.test', 'sent', now() from unnest($1::text[]) as key`,
    [Object.keys(keys)],
  );
  await apply(name);
  const { rows } = await client.query('select key, kind, about from sent_messages order by id');
  expect(Object.fromEntries(rows.map(({ key, kind, about }) => [key, [kind, about]]))).toEqual(
    keys,
  );
});
