import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database, type Transaction } from './connect.ts';
import { auditLog, consentEvents, people } from './schema.ts';

let database: Database;
let drop: () => Promise<void>;
let erased: number;
let other: number;
const now = new Date('2026-11-16T18:00:00Z');

beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 5, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});
beforeEach(async () => {
  [erased, other] = [await addPerson(), await addPerson()];
  await database.execute(sql`select erase_person(${erased}, ${now.toISOString()}::timestamptz)`);
});

let serial = 0;
async function addPerson(): Promise<number> {
  serial += 1;
  const [row] = await database
    .insert(people)
    .values({
      role: 'alumni',
      firstName: 'A',
      lastName: 'B',
      email: `p${serial}@x.test`,
      createdAt: now,
    })
    .returning();
  const id = row?.id ?? 0;
  await database.insert(auditLog).values({
    at: now,
    actorId: id,
    action: 'person: added',
    subject: `person:${id}`,
    personId: id,
    after: { email: 'a' },
    ip: '::1',
  });
  await database
    .insert(consentEvents)
    .values({ personId: id, consent: true, shown: 'words', source: 'page', ip: '::1', at: now });
  return id;
}

const never = (table: string) => `rows of ${table} are never changed or removed`;

async function refusalWhileErasing(
  personId: number,
  change: (transaction: Transaction) => PromiseLike<unknown>,
): Promise<string> {
  return database
    .transaction(async (transaction) => {
      await transaction.execute(
        sql`select set_config('portal.erasing', ${String(personId)}, true)`,
      );
      await change(transaction);
    })
    .then(
      () => 'nothing refused it',
      (error) => error.cause.message,
    );
}

const blankAudit = { before: null, after: null, ip: null };
const blankConsent = { shown: 'Erased', ip: null };

test('setting the erasure flag alone allows no change, delete or truncate', async () => {
  const whereAudit = eq(auditLog.actorId, erased);
  const whereConsent = eq(consentEvents.personId, erased);
  const tries: [string, (transaction: Transaction) => PromiseLike<unknown>][] = [
    ['audit_log', (t) => t.update(auditLog).set({ action: 'nothing' }).where(whereAudit)],
    [
      'audit_log',
      (t) =>
        t
          .update(auditLog)
          .set({ after: { a: 1 } })
          .where(whereAudit),
    ],
    ['audit_log', (t) => t.update(auditLog).set({ ...blankAudit, at: new Date() })],
    ['audit_log', (t) => t.delete(auditLog).where(whereAudit)],
    ['audit_log', (t) => t.execute(sql`truncate audit_log`)],
    ['consent_events', (t) => t.update(consentEvents).set({ consent: false }).where(whereConsent)],
    ['consent_events', (t) => t.update(consentEvents).set({ ...blankConsent, source: 'staff' })],
    ['consent_events', (t) => t.delete(consentEvents).where(whereConsent)],
    ['consent_events', (t) => t.execute(sql`truncate consent_events`)],
  ];
  for (const [table, change] of tries) {
    expect(await refusalWhileErasing(erased, change)).toBe(never(table));
  }
});

test('rows of a person who is not erased can’t be blanked', async () => {
  for (const personId of [erased, other, 0]) {
    const audit = refusalWhileErasing(personId, (transaction) =>
      transaction.update(auditLog).set(blankAudit).where(eq(auditLog.actorId, other)),
    );
    expect(await audit).toBe(never('audit_log'));
    const consent = refusalWhileErasing(personId, (transaction) =>
      transaction.update(consentEvents).set(blankConsent).where(eq(consentEvents.personId, other)),
    );
    expect(await consent).toBe(never('consent_events'));
  }
});

test('an erasure leaves other people’s rows unchanged', async () => {
  const third = await addPerson();
  await database.execute(sql`select erase_person(${third}, ${now.toISOString()}::timestamptz)`);
  const [entry] = await database.select().from(auditLog).where(eq(auditLog.actorId, other));
  expect(entry).toMatchObject({ after: { email: 'a' }, ip: '::1' });
  const [event] = await database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, other));
  expect(event).toMatchObject({ shown: 'words', ip: '::1' });
});

test('audit rows can be deleted only after a year', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const entry = { action: 'sign-in', subject: 'person:0' };
  const [old, young] = await database
    .insert(auditLog)
    .values([
      { ...entry, at: daysAgo(367) },
      { ...entry, at: daysAgo(364) },
    ])
    .returning();
  const remove = (id = 0) => database.delete(auditLog).where(eq(auditLog.id, id));
  await remove(old?.id);
  expect(await database.$count(auditLog, eq(auditLog.id, old?.id ?? 0))).toBe(0);
  await expect(remove(young?.id)).rejects.toMatchObject({
    cause: { message: never('audit_log') },
  });
});
