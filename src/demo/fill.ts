import { isNull, lt, sql } from 'drizzle-orm';
import { addWeeks } from '../course/calendar-date.ts';
import { CLASS_DURATION_MS, LAST_CLASS_NUMBER } from '../course/course.ts';
import { formatLongDate } from '../course/format-time.ts';
import { classStart, pacificWeekOf } from '../course/pacific-time.ts';
import { textConsentShownTo } from '../course/text-consent.ts';
import { connect, type Transaction } from '../server/database/connect.ts';
import { claimInstallation } from '../server/database/installation.ts';
import { outdateProgress } from '../server/database/progress.ts';
import {
  attendance,
  classes,
  consentEvents,
  people,
  registrations,
  retreatRegistrations,
} from '../server/database/schema.ts';
import { showPhone } from '../server/platform/phone.ts';
import { topUpDemoClasses, weeksKeptBehind } from './classes.ts';
import { chooseClasses, chosenAt, hasAttended } from './histories.ts';
import { buildPeople, type DemoPerson } from './people.ts';
import { demoSite } from './settings.ts';
import { refuseRealDatabase } from './start-checks.ts';

type SavedPerson = DemoPerson & { id: number };

/**
 * Fills an empty database and marks it as a demo. If it's already a demo, only adds upcoming classes. Throws for any
 * other database.
 */
export async function fillDemo(databaseUrl: string, now: Date): Promise<void> {
  await refuseRealDatabase(databaseUrl);
  const database = connect(databaseUrl, { poolSize: 1, onLostConnection: () => {} });
  try {
    await database.transaction(async (transaction) => {
      await claimInstallation(transaction, 'demo', now);
      const [anyone] = await transaction.select({ id: people.id }).from(people).limit(1);
      if (anyone) await topUpDemoClasses(transaction, now);
      else await fillEmpty(transaction, now);
    });
  } finally {
    await database.$client.end();
  }
}

async function fillEmpty(transaction: Transaction, now: Date): Promise<void> {
  const saved = await addPeople(transaction, now);
  await topUpDemoClasses(transaction, now, { weeksBehind: weeksKeptBehind });
  await addRegistrations(transaction, saved, now);
  await markClassesHeld(transaction, now);
  await outdateProgress(transaction, isNull(registrations.endedAt));
  await addConsents(transaction, saved, now);
  await addRetreats(transaction, saved, now);
  await addWaitingList(transaction, now);
}

async function addPeople(transaction: Transaction, now: Date): Promise<SavedPerson[]> {
  const built = buildPeople(now);
  const rows = built.map(({ row }) => ({ createdAt: now, ...row }));
  const made = await transaction.insert(people).values(rows).returning();
  return made.map((row, at) => ({ row, id: row.id, history: built[at]?.history ?? null }));
}

async function addRegistrations(transaction: Transaction, saved: SavedPerson[], now: Date) {
  const slots = await transaction.select().from(classes).orderBy(classes.startsAt, classes.id);
  const chosen = saved.flatMap(({ id, history }) => {
    if (!history) return [];
    return chooseClasses(slots, history, { seed: id, now }).map(({ slot, classNumber }) => ({
      slot,
      isAttended: hasAttended(history, { slot, classNumber }, now),
      registration: {
        studentId: id,
        classId: slot.id,
        pacificWeek: slot.pacificWeek,
        classNumber,
        createdAt: chosenAt(history, now),
      },
    }));
  });
  await transaction.insert(registrations).values(chosen.map(({ registration }) => registration));
  await transaction.insert(attendance).values(
    chosen
      .filter(({ isAttended }) => isAttended)
      .map(({ slot, registration: { studentId, classId } }) => ({
        personId: studentId,
        classId,
        status: 'Present' as const,
        source: 'report' as const,
        joinedAt: slot.startsAt,
        leftAt: new Date(slot.startsAt.getTime() + CLASS_DURATION_MS),
        recordedAt: new Date(slot.startsAt.getTime() + CLASS_DURATION_MS),
      })),
  );
}

async function markClassesHeld(transaction: Transaction, now: Date) {
  await transaction
    .update(classes)
    .set({ wasHeld: true })
    .where(lt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS)));
}

async function addConsents(transaction: Transaction, saved: SavedPerson[], now: Date) {
  const asked = saved.filter(({ row }) => row.textContinueClicked);
  await transaction.insert(consentEvents).values(
    asked.map(({ id, row }) => ({
      personId: id,
      consent: id % 3 !== 0,
      shown: textConsentShownTo(row.role, demoSite, row.phone ? showPhone(row.phone) : null),
      source: 'page' as const,
      at: now,
    })),
  );
}

/** The title is in lowercase, as a retreat site might send it. The schedule shows it in title case. */
async function addRetreats(transaction: Transaction, saved: SavedPerson[], now: Date) {
  const sunday = addWeeks(pacificWeekOf(now), 7);
  const day = formatLongDate(classStart(sunday, '9AM'));
  const registered = saved.filter(
    ({ row, history }) => row.email === 'mid-course@demo.test' || (history?.weeksAgo ?? 0) > 8,
  );
  await transaction.insert(retreatRegistrations).values(
    registered.map(({ id, row }) => ({
      personId: id,
      siteReference: `demo-${id}`,
      title: 'one day yoga & meditation retreat at the lakeside house',
      description: `${day}, 9:00 AM to 5:00 PM PT. Lunch is included. Please bring a blanket.`,
      email: row.email,
      registeredAt: now,
    })),
  );
}

/**
 * Makes the upcoming monthly class with the most students full, and puts three people on its waiting list for their
 * last class.
 */
async function addWaitingList(transaction: Transaction, now: Date) {
  await transaction.execute(sql`
    with filled as (
      update classes set places = taken from (
        select class_id, count(*)::int as taken from registrations join classes on classes.id = class_id
        where class_type = 'Monthly' and starts_at > ${now.toISOString()}::timestamptz + interval '8 days'
        group by class_id order by taken desc, class_id limit 1) fullest
      where classes.id = class_id returning classes.*)
    insert into waiting_list (person_id, class_id, class_number, starts_at, joined_at)
    select student_id, filled.id, class_number, filled.starts_at, ${now.toISOString()}
    from filled join registrations last on class_number = ${LAST_CLASS_NUMBER} and last.pacific_week > filled.pacific_week
    where student_id not in (select student_id from registrations where pacific_week = filled.pacific_week)
    order by student_id desc limit 3`);
}
