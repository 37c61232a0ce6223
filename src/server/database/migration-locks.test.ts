import { expect, test } from 'vitest';
import { readMigrations } from './migration-files.ts';
import { listLocks } from './migration-locks.ts';

const effects = (...statements: string[]) => listLocks(statements).map(({ effect }) => effect);

test.each([
  ['alter table "people" add column "nickname" text', 'blocks reads and writes of people'],
  ['ALTER TABLE "public"."people" DROP COLUMN "phone"', 'blocks reads and writes of people'],
  ['drop table if exists people', 'blocks reads and writes of people'],
  ['truncate holds', 'blocks reads and writes of holds'],
  ['create unique index "by_name" on "people" using btree ("name")', 'blocks writes to people'],
  ['create trigger t before update on people execute function f()', 'blocks writes to people'],
  [
    'alter table "notes" add constraint "fk" foreign key ("id") references "public"."people"("id")',
    'blocks writes to notes and blocks writes to people',
  ],
  ['create table notes (person_id integer references people(id))', 'blocks writes to people'],
  ['update people\n  set phone = null', 'locks the rows it changes in people'],
  ['do $$ begin perform 1; end $$', 'we can’t tell what this locks'],
  ['create index concurrently i on people (id)', 'we can’t tell what this locks'],
])('%s: %s', (statement, effect) => {
  expect(effects(statement)).toEqual([effect]);
});

test('new tables, new functions and validating a constraint make no one wait', () => {
  expect(
    effects(
      'create table notes (id integer)',
      'alter table notes add column body text',
      'create index on_body on notes (body)',
      '-- a comment\ncreate or replace function f() returns int language sql as $$ select 1 $$',
      'alter table people validate constraint people_known_role',
    ),
  ).toEqual([]);
});

test('the baseline locks nothing that anyone uses, and every later migration says whether old nodes can stay', () => {
  const [baseline, ...later] = readMigrations();
  const waits = listLocks(baseline?.statements ?? []).map(({ statement }) => statement);
  expect(waits).toEqual([]);
  const first = later.map(({ statements: [text = ''] }) => text.split('\n')[0]);
  expect(first.filter((line) => !/^-- old nodes: (keep running|stop)$/.test(line ?? ''))).toEqual(
    [],
  );
});
