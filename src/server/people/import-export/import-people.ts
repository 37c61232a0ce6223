import { sql } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { ImportResult, peopleCalls } from '../../../contract/people.ts';
import { WELCOME_MAILS_PER_MINUTE } from '../../../contract/words.ts';
import { pacificWeekOf } from '../../../course/pacific-time.ts';
import { sendWelcome as sendWelcomes } from '../../accounts/index.ts';
import type { Transaction } from '../../database/connect.ts';
import { OutdatedLocks, retryOutdatedLocks } from '../../database/lock-order.ts';
import { lockRows } from '../../database/rows.ts';
import { attendance, classes, people } from '../../database/schema.ts';
import { type AuditedActor, audit, auditAll } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { lockRetreatMatching, matchRetreatsOfAll } from '../../retreats/index.ts';
import { register, toRegistrationConflict } from '../../schedule/index.ts';
import { conflictError } from '../contact-owner.ts';
import { showClassTime } from './class-cells.ts';
import { type FilePerson, readImportFile } from './import-file.ts';
import { type PlannedRow, type PlannedSeat, planImport } from './import-plan.ts';

/** Rows per statement. PostgreSQL allows at most 65,535 parameters. */
const batchSize = 200;

/** A problem in one row stops the whole import. Without `apply`, this is a dry run. */
export async function importPeople(
  services: Services,
  actor: AuditedActor,
  { csv, role, sendWelcome, apply }: BodyOf<typeof peopleCalls.importPeople>,
): Promise<ImportResult> {
  const { database, clock, settings } = services;
  const { firstClass } = settings.site;
  const rows = await readImportFile(csv, role, firstClass);
  const now = clock.now();
  if (!apply) {
    const plan = await database.transaction(
      (transaction) => planImport(transaction, rows, { firstClass, now }),
      { accessMode: 'read only', isolationLevel: 'repeatable read' },
    );
    return toResult(plan, false);
  }
  const change = async (transaction: Transaction) => {
    // Adding students or alumni always takes this lock, so concurrent imports run one after the other, and each sees
    // the people that the previous one added.
    await lockRetreatMatching(transaction);
    const plan = await planImport(transaction, rows, { firstClass, now });
    if (plan.some(({ outcome }) => outcome === 'problem')) return toResult(plan, false);
    const added = plan.filter(({ outcome }) => outcome === 'add');
    if (added.length > 0) {
      const made = await write(services, transaction, actor, added, now);
      if (sendWelcome) {
        const perMinute = WELCOME_MAILS_PER_MINUTE;
        await sendWelcomes(services, transaction, made, { perMinute });
      }
      const after = { role, added: added.length, of: plan.length, sendWelcome };
      await audit(transaction, actor, now, 'people: imported', { subject: 'people', after });
    }
    return toResult(plan, true);
  };
  const run = () => database.transaction(change).catch(retryIfFull);
  return retryOutdatedLocks(run).catch(conflictError('csv'));
}

/** If a class has just filled up, retries the import, so that the new plan reports which class is full. */
const retryIfFull = toRegistrationConflict(() => new OutdatedLocks());

function toResult(plan: PlannedRow[], applied: boolean): ImportResult {
  const totals = { add: 0, unchanged: 0, problem: 0 };
  const rows = plan.map((row) => {
    totals[row.outcome] += 1;
    const { line, email, name, outcome, problems } = row;
    return { line, email, name, outcome, problems, summary: summarize(row) };
  });
  const added = plan.filter(({ outcome }) => outcome === 'add');
  const classCounts = countClasses(added.flatMap(({ seats }) => seats));
  return { applied, totals, classes: classCounts, rows };
}

function countClasses(seats: PlannedSeat[]) {
  const completed = seats.filter(({ isOver, isMissed }) => isOver && !isMissed).length;
  const missed = seats.filter(({ isMissed }) => isMissed).length;
  return { completed, missed, upcoming: seats.length - completed - missed };
}

function summarize({ outcome, person, seats }: PlannedRow): string {
  if (outcome === 'unchanged') return 'Already in the portal';
  if (outcome === 'problem') return '';
  const parts = Object.entries(countClasses(seats)).filter(([, count]) => count > 0);
  const kind = person?.role === 'alumni' ? 'Alumni' : 'Student';
  return [kind, ...parts.map(([what, count]) => `${count} ${what}`)].join(', ');
}

type Added = PlannedRow & { person: FilePerson };

/** Writes tables in lock order: people, classes, registrations, then the rest. */
async function write(
  services: Services,
  transaction: Transaction,
  actor: AuditedActor,
  rows: PlannedRow[],
  now: Date,
): Promise<number[]> {
  const added = rows.filter((row): row is Added => row.person !== null);
  const made = await inBatches(added, (some) =>
    transaction
      .insert(people)
      .values(some.map(({ person }) => ({ ...person, isAdmin: false, createdAt: now })))
      .returning({ id: people.id, email: people.email, phone: people.phone }),
  );
  const idOf = new Map(made.map(({ id, email }) => [email, id]));
  const seats = added.flatMap((row) =>
    row.seats.map((seat) => ({ ...seat, personId: idOf.get(row.person.email) ?? 0 })),
  );
  const classOf = await findOrMakeClasses(transaction, actor, seats, now);
  const placed = seats.map((seat) => ({ ...seat, classId: classOf(seat) }));
  await registerAll(services, transaction, placed, now);
  await matchRetreatsOfAll(services, transaction, made, actor);
  const entries = added.map(({ person, seats: theirs }) => ({
    person: idOf.get(person.email) ?? 0,
    after: { ...person, classes: theirs.map(({ startsAt }) => showClassTime(startsAt)) },
  }));
  await auditAll(transaction, actor, now, 'person: imported', entries);
  return made.map(({ id }) => id);
}

async function findOrMakeClasses(
  transaction: Transaction,
  actor: AuditedActor,
  seats: PlannedSeat[],
  now: Date,
) {
  const planned = new Map(seats.flatMap((seat) => (seat.classId ? [[seat.classId, seat]] : [])));
  const ids = [...planned.keys()];
  const locked = await lockRows(transaction, classes, { id: ids }, 'no key update');
  const asPlanned = locked.filter(({ id, startsAt, classType, deletedAt, cancellationId }) => {
    const seat = planned.get(id);
    const isSameTime = seat?.startsAt.getTime() === startsAt.getTime();
    return !deletedAt && !cancellationId && isSameTime && seat?.classType === classType;
  });
  if (asPlanned.length < ids.length) throw new OutdatedLocks();

  const missing = new Map(
    seats
      .filter(({ classId }) => classId === null)
      .map(({ startsAt, classType }) => [startsAt.getTime(), { startsAt, classType }]),
  );
  // Imported classes were held elsewhere, so there is no attendance report, and they may overlap with other classes.
  const values = { createdAt: now, attendanceSettledAt: now, mayShareHost: true };
  const made = await inBatches([...missing.values()], (some) =>
    transaction
      .insert(classes)
      .values(some.map((one) => ({ ...one, ...values })))
      .returning({ id: classes.id, startsAt: classes.startsAt, classType: classes.classType }),
  );
  const entries = made.map(({ id, startsAt, classType }) => ({
    class: id,
    after: { startsAt: startsAt.toISOString(), classType, instructorId: null },
  }));
  await auditAll(transaction, actor, now, 'class: imported', entries);
  const idAt = new Map(made.map(({ id, startsAt }) => [startsAt.getTime(), id]));
  return ({ classId, startsAt }: PlannedSeat) => classId ?? idAt.get(startsAt.getTime()) ?? 0;
}

type Seat = PlannedSeat & { personId: number; classId: number };

/** Inserts attendance with one array per column, because one parameter per value would be slow. */
async function registerAll(
  { queue }: Services,
  transaction: Transaction,
  seats: Seat[],
  now: Date,
): Promise<void> {
  if (seats.length === 0) return;
  const places = seats.map((seat) => ({ ...seat, pacificWeek: pacificWeekOf(seat.startsAt) }));
  await register(queue, transaction, places, { now });
  const present = seats.filter(({ isOver, isMissed }) => isOver && !isMissed);
  await transaction.execute(sql`
    insert into ${attendance} (person_id, class_id, status, source, recorded_at)
    select present.*, 'Present', 'import', ${now.toISOString()}::timestamptz from unnest(
      ${sql.param(present.map(({ personId }) => personId))}::int[],
      ${sql.param(present.map(({ classId }) => classId))}::int[]) as present`);
}

async function inBatches<Item, Result>(items: Item[], run: (some: Item[]) => Promise<Result[]>) {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += batchSize) {
    results.push(...(await run(items.slice(from, from + batchSize))));
  }
  return results;
}
