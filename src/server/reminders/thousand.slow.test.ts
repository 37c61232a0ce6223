import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { openWorldOfNodes } from '../../../tests/support/nodes.ts';
import type { Message } from '../../sandbox/outbox.ts';
import { classes, reminders } from '../database/schema.ts';
import { planMissingReminders, planReminders } from './commands.ts';

type World = Awaited<ReturnType<typeof openWorldOfNodes>>;

const count = 1000;
const rounds = 4;
const killEveryMs = 1500;
const startsAt = new Date('2026-11-24T16:00:00-08:00');
const due = new Date('2026-11-24T15:00:00-08:00');
/** A text that was already on its way when its class moved still arrives. */
const onItsWayMs = 3000;

test('a thousand reminders due at once are sent once each, while workers are killed', {
  timeout: 240_000,
}, async () => {
  await using world = await openWorldOfNodes({ LOG_LEVEL: 'silent' });
  const later = await fill(world);
  const nodes = await Promise.all([1, 2, 3].map(() => world.startNode()));
  world.clock.moveTo(due);

  const moved = new Map<string, number>();
  const whereOpen = and(
    eq(reminders.kind, 'class-hour'),
    eq(reminders.startsAt, startsAt),
    isNull(reminders.settledAt),
  );
  const isOver = async () => (await world.database.$count(reminders, whereOpen)) === 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const phone of await moveSome(world, later, round)) moved.set(phone, now(world));
    await pause(killEveryMs);
    await nodes[round % 3]?.kill();
    nodes[round % 3] = await world.startNode();
  }
  await expect.poll(isOver, { timeout: 120_000, interval: 200 }).toBe(true);

  const texts = await arrivals(world);
  for (let n = 0; n < count; n += 1) {
    const phone = phoneOf(n);
    const times = texts.get(phone) ?? [];
    const movedAt = moved.get(phone);
    const isTooLate = (at: number) => movedAt !== undefined && at > movedAt + onItsWayMs;
    expect(times.filter(isTooLate), phone).toEqual([]);
    expect(times.length, phone).toBeLessThanOrEqual(1);
    if (movedAt === undefined) expect(times, phone).toHaveLength(1);
  }
  expect(moved.size).toBe(10 * rounds);
});

const now = ({ clock }: World) => clock.now().getTime();
const phoneOf = (n: number) => `+1303555${String(n).padStart(4, '0')}`;

async function fill({ database }: World): Promise<number> {
  const values = { classType: 'Weekly', createdAt: testNow } as const;
  const [first, second] = await database
    .insert(classes)
    .values([
      { ...values, startsAt },
      { ...values, startsAt: new Date('2026-12-08T16:00:00-08:00') },
    ])
    .returning();
  await database.execute(sql`
    with made as (
      insert into people (role, email, phone, first_name, last_name, start_date, created_at)
      select 'student', 'crowd-' || n || '@school.test', '+1303555' || lpad(n::text, 4, '0'), 'Crowd',
        'Member', '2026-01-01', ${testNow.toISOString()}
      from generate_series(0, ${count - 1}) n returning id
    ), placed as (
      insert into registrations (student_id, class_id, pacific_week, class_number, created_at)
      select id, ${first?.id}, ${first?.pacificWeek}, 5, ${testNow.toISOString()} from made returning student_id
    )
    insert into consent_events (person_id, consent, shown, source, at)
    select student_id, true, 'asked in a test', 'page', ${testNow.toISOString()} from placed`);
  await planMissingReminders(database, testNow);
  await database.delete(reminders).where(eq(reminders.kind, 'class-day'));
  return second?.id ?? 0;
}

async function moveSome(world: World, classId: number, round: number): Promise<string[]> {
  const phones = Array.from({ length: 10 }, (_, n) => phoneOf(count - 1 - round * 10 - n));
  await world.database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ id: number }>(sql`
      update registrations set class_id = ${classId}, is_rescheduled = true,
        pacific_week = (select pacific_week from classes where id = ${classId})
      where student_id in (select id from people where phone in ${phones}) returning id`);
    const ids = rows.map(({ id }) => id);
    await planReminders(transaction, ids, world.clock.now());
  });
  return phones;
}

async function arrivals({ sandbox }: World): Promise<Map<string, number[]>> {
  const messages = (await (await fetch(`${sandbox.url}/outbox`)).json()) as Message[];
  const times = new Map<string, number[]>();
  for (const { to, at } of messages) times.set(to, [...(times.get(to) ?? []), Date.parse(at)]);
  return times;
}
