import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileOf, newEmail, openImports } from '../../../../tests/support/people-files.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { untilBlocking } from '../../../../tests/support/row-locks.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { classes, people, retreatRegistrations } from '../../database/schema.ts';

let portal: Portal;
let imports: Awaited<ReturnType<typeof openImports>>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  imports = await openImports(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

test('the same file applied twice at once adds everyone once', async () => {
  const emails = Array.from({ length: 20 }, newEmail);
  const file = fileOf(
    ...emails.map((email) => `${email},Ada,Byron,,2026-09-01,,2026-09-15 4PM,,,`),
  );
  const answers = await Promise.all([imports.send(file), imports.send(file), imports.send(file)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const added = answers.map(({ body }) => body.totals.add).toSorted();
  expect(added).toEqual([0, 0, 20]);
  expect(await portal.database.$count(people, inArray(people.email, emails))).toBe(20);
});

test('a file with more people than a class has places is refused at the rows beyond them', async () => {
  const classId = await addClassOn(portal, '2026-12-10', '8AM');
  await portal.database.update(classes).set({ places: 2 }).where(eq(classes.id, classId));
  const rows = [1, 2, 3].map(() => `${newEmail()},Ada,Byron,,2026-09-01,,2026-12-10 8AM,,,`);
  const { body } = await imports.send(fileOf(...rows));
  expect(body.applied).toBe(false);
  expect(body.rows.map((row: { problems: string[] }) => row.problems)).toEqual([
    ...[[], []],
    ['class_5: This class is full'],
  ]);
});

test('a class deleted during the import is a problem, and no one is added', async () => {
  const email = newEmail();
  const classId = await addClassOn(portal, '2026-12-09', '8AM');
  const { sending } = await portal.database.transaction(async (transaction) => {
    const deletedAt = portal.clock.now();
    await transaction.update(classes).set({ deletedAt }).where(eq(classes.id, classId));
    const row = `${email},Ada,Byron,,2026-09-01,,2026-12-09 8AM,,,`;
    const begun = imports.send(fileOf(row));
    await untilBlocking(transaction);
    return { sending: begun };
  });
  const { body } = await sending;
  expect(body.applied).toBe(false);
  expect(body.rows[0].problems).toEqual([
    'class_5: There’s no weekly class on this date at this time',
  ]);
  expect(await portal.database.$count(people, eq(people.email, email))).toBe(0);
});

test('welcome emails go out only on request, 30 a minute', async () => {
  const emails = Array.from({ length: 4 }, newEmail);
  await imports.send(fileOf(...emails.map((email) => `${email},Ada,Byron,,2026-09-01,,,,,`)), {
    sendWelcome: true,
  });
  const waits: number[] = [];
  for (const email of emails) {
    const { id } = await imports.personWith(email);
    waits.push(...(await imports.jobsOf('mail-welcome', id)).map(({ wait }) => wait));
  }
  expect(waits).toEqual([0, 2, 4, 6]);
});

test('an earlier retreat registration is matched to a person imported later', async () => {
  const email = newEmail();
  const at = portal.clock.now();
  await portal.database.insert(retreatRegistrations).values({
    siteReference: 'LR-IMPORT',
    title: 'Retreat',
    description: 'A day',
    email: email.toUpperCase(),
    registeredAt: at,
  });
  await imports.send(fileOf(`${email},Ada,Byron,,2026-09-01,,,,,`));
  const [found] = await portal.database
    .select()
    .from(retreatRegistrations)
    .where(eq(retreatRegistrations.siteReference, 'LR-IMPORT'));
  expect(found?.personId).toBe((await imports.personWith(email)).id);
});

test('alumni are imported as alumni', async () => {
  const email = newEmail();
  const { body } = await imports.send(fileOf(`${email},Ada,Byron,,2024-09-01,yes,,,,`), {
    role: 'alumni',
  });
  expect(body.rows[0]?.summary).toBe('Alumni');
  expect(await imports.personWith(email)).toMatchObject({ role: 'alumni', transferStudent: false });
});

test('a file that is too long, or has no header, is rejected with a message', async () => {
  const tooLong = { message: expect.stringContaining('larger than 1 MB'), field: 'csv' };
  const [long, quoted] = ['x', '"'].map((sign) => sign.repeat(1024 * 1024 + 1));
  expect(await imports.send(long ?? '')).toMatchObject({ status: 400, body: tooLong });
  expect(await imports.send(quoted ?? '')).toMatchObject({ status: 400, body: tooLong });
  expect(await imports.send('x'.repeat(3 * 1024 * 1024))).toMatchObject({ status: 413 });
  const { status, body } = await imports.send('a;b\n1;2');
  expect([status, body]).toEqual([
    400,
    { message: expect.stringContaining('separated by semicolons'), field: 'csv' },
  ]);
});
