import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testNow } from '../../tests/support/clock.ts';
import { createDatabase } from '../../tests/support/postgres.ts';
import { timeSlotOf } from '../course/pacific-time.ts';
import { connect, type Database } from '../server/database/connect.ts';
import { attendance, classes, people, registrations } from '../server/database/schema.ts';
import { topUpDemoClasses } from './classes.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 2, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});

const week = 7 * 24 * 60 * 60 * 1000;
const weeksOn = (count: number) => new Date(testNow.getTime() + count * week);
const countIn = (sunday: string) =>
  database.$count(classes, and(eq(classes.pacificWeek, sunday), isNull(classes.deletedAt)));

test('the demo has half a year of classes ahead and a quarter behind, all on the hour', async () => {
  const rows = await database.select().from(classes).orderBy(classes.startsAt);
  expect(rows.at(0)?.startsAt.getTime()).toBeLessThan(weeksOn(-12).getTime());
  expect(rows.at(-1)?.startsAt.getTime()).toBeGreaterThan(weeksOn(26).getTime());
  expect(new Set(rows.map(({ instructorId }) => instructorId)).size).toBe(4);
  expect(rows.filter(({ startsAt }) => timeSlotOf(startsAt) === null)).toEqual([]);
});

test('the demo has enough people to fill pages, and past attendance', async () => {
  expect(await database.$count(people, eq(people.role, 'student'))).toBeGreaterThan(30);
  expect(await database.$count(people, eq(people.role, 'alumni'))).toBeGreaterThan(25);
  expect(await database.$count(registrations)).toBeGreaterThan(150);
  expect(await database.$count(attendance)).toBeGreaterThan(60);
});

test('a demo filled today needs no more classes', async () => {
  const before = await database.$count(classes);
  await topUpDemoClasses(database, testNow);
  expect(await database.$count(classes)).toBe(before);
});

test('a new week gets its classes once', async () => {
  expect(await countIn('2027-05-23')).toBe(0);
  await topUpDemoClasses(database, weeksOn(1));
  const made = await countIn('2027-05-23');
  expect(made).toBeGreaterThanOrEqual(10);
  await topUpDemoClasses(database, weeksOn(1));
  expect(await countIn('2027-05-23')).toBe(made);
});

test('a week that an admin emptied stays empty', async () => {
  const ofWeek = eq(classes.pacificWeek, '2027-05-09');
  await database.update(classes).set({ deletedAt: testNow }).where(ofWeek);
  await topUpDemoClasses(database, testNow);
  expect(await countIn('2027-05-09')).toBe(0);
});
