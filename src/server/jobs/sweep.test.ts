import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import {
  attempts,
  changedStudents,
  loginCodes,
  loginRequests,
  loginTokens,
  people,
  sessions,
  studentProgress,
} from '../database/schema.ts';
import { sweepJob } from './delete-old-records.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());

const day = 24 * 60 * 60 * 1000;
const at = (days: number) => new Date(portal.clock.now().getTime() + days * day);
const bytes = (text: string) => Buffer.from(text);

async function sweep() {
  await portal.database.transaction((transaction) => portal.queue.add(transaction, sweepJob, {}));
  await meetingsOf(portal).finishJobs();
}

test('expired sessions, links, requests, codes and attempts are deleted, the others stay', async () => {
  const [person] = await portal.database.select().from(people).limit(1);
  const personId = person?.id ?? 0;
  await portal.database.delete(sessions);
  await portal.database.insert(sessions).values([
    { idHash: bytes('old'), personId, startedAt: at(-2), expiresAt: at(-0.01) },
    { idHash: bytes('new'), personId, startedAt: at(-2), expiresAt: at(1) },
  ]);
  const token = { nonce: bytes('n'), personId, kind: 'asked', createdAt: at(-40) } as const;
  await portal.database.insert(loginTokens).values([
    { ...token, tokenHash: bytes('old'), expiresAt: at(-31) },
    { ...token, tokenHash: bytes('new'), expiresAt: at(-29) },
  ]);
  const request = { nonce: bytes('n'), browserHash: bytes('b') };
  await portal.database.insert(loginRequests).values([
    { ...request, email: 'old@school.test', askedAt: at(-1.01) },
    { ...request, email: 'new@school.test', askedAt: at(-0.99) },
  ]);
  await portal.database.insert(loginCodes).values([
    { browserHash: bytes('b'), identifierHash: bytes('old'), expiresAt: at(-1.01) },
    { browserHash: bytes('b'), identifierHash: bytes('new'), expiresAt: at(-0.99) },
  ]);
  await portal.database.insert(attempts).values([
    { key: 'old', windowStart: at(-1.01), count: 1 },
    { key: 'new', windowStart: at(-0.99), count: 1 },
  ]);
  await sweep();
  const { database } = portal;
  const left = await Promise.all([
    database.select().from(sessions),
    database.select().from(loginTokens),
  ]);
  expect(left[0].map(({ idHash }) => idHash.toString())).toEqual(['new']);
  expect(left[1].map(({ tokenHash }) => tokenHash.toString())).toEqual(['new']);
  const requests = await database.select().from(loginRequests);
  expect(requests.map(({ email }) => email)).toEqual(['new@school.test']);
  const codes = await database.select().from(loginCodes);
  expect(codes.map(({ identifierHash }) => identifierHash.toString())).toEqual(['new']);
  expect((await database.select().from(attempts)).map(({ key }) => key)).toEqual(['new']);
});

test('the progress of students who changed is stored within the hour, and everyone’s within a day', async () => {
  const { database, clock } = portal;
  const world = meetingsOf(portal);
  const student = await openStudent(portal);
  await world.register(student.id, await world.addClass('2026-11-24T23:00:00Z'), 5);
  const isTheirs = eq(studentProgress.studentId, student.id);
  const read = () => database.select().from(studentProgress).where(isTheirs);
  await sweep();
  expect(await read()).toMatchObject([{ hasLastClass: false }]);
  expect(await database.$count(changedStudents)).toBe(0);
  await database.update(studentProgress).set({ hasLastClass: true }).where(isTheirs);
  clock.moveTo(new Date(Date.UTC(2026, 10, 17, student.id % 24, 10)));
  await sweep();
  expect(await read()).toMatchObject([{ hasLastClass: false }]);
});
