import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileOf, newEmail, openImports } from '../../../../tests/support/people-files.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, clearClasses } from '../../../../tests/support/students.ts';
import {
  attendance,
  auditLog,
  classes,
  loginTokens,
  people,
  registrations,
  reminders,
} from '../../database/schema.ts';

let portal: Portal;
let imports: Awaited<ReturnType<typeof openImports>>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  imports = await openImports(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

async function digest(): Promise<string> {
  const { rows } = await portal.database.execute<{ content: string }>(
    sql`select coalesce(string_agg(query_to_xml(format('select * from %I.%I t order by t::text', table_schema, table_name), true, true, '')::text, '' order by table_schema, table_name), '') as content
        from information_schema.tables
        where table_type = 'BASE TABLE' and (table_schema = 'public' and table_name <> 'sessions' or table_schema = 'pgboss' and table_name like 'job%')`,
  );
  return createHash('sha256')
    .update(rows[0]?.content ?? '')
    .digest('hex');
}

let weekly: number;
let monthly: number;
beforeEach(async () => {
  await clearClasses(portal);
  weekly = await addClassOn(portal, '2026-12-01');
  monthly = await addClassOn(portal, '2026-12-22', '4PM', 'Monthly');
});

test('a preview lists the outcome of each row and writes nothing', async () => {
  const email = newEmail();
  const before = await digest();
  const { status, body } = await imports.send(
    fileOf(
      `${email},Ada,Byron,(212) 555-0750,2026-09-01,no,2026-10-06 4PM,2026-10-13 16:00 missed,2026-12-01 4PM,2026-12-22 4PM`,
      'new-student@demo.test,Someone,Else,,2026-01-01,,,,,',
    ),
    { apply: false },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    applied: false,
    totals: { add: 1, unchanged: 0, problem: 1 },
    classes: { completed: 1, missed: 1, upcoming: 2 },
  });
  expect(body.rows[0]).toEqual({
    line: 2,
    email,
    name: 'Ada Byron',
    outcome: 'add',
    problems: [],
    summary: 'Student, 1 completed, 1 missed, 2 upcoming',
  });
  const faultless = await imports.send(fileOf(`${email},Ada,Byron,,2026-09-01,,,,,`), {
    apply: false,
    sendWelcome: true,
  });
  expect(faultless.body).toMatchObject({ applied: false, totals: { add: 1, problem: 0 } });
  expect(await digest()).toBe(before);
});

test('an import writes people, past and upcoming classes, attendance, reminders, seats, and audit entries', async () => {
  const email = newEmail();
  const file = fileOf(
    `${email},Ada,Byron,(212) 555-0751,2026-09-01,no,2026-10-06 4PM,2026-10-13 16:00 missed,2026-12-01 4PM,2026-12-22 4PM`,
  );
  expect((await imports.send(file)).body).toMatchObject({ applied: true, totals: { add: 1 } });

  const ada = await imports.personWith(email);
  expect(ada).toMatchObject({ role: 'student', phone: '+12125550751', startDate: '2026-09-01' });
  const held = await portal.database
    .select({ number: registrations.classNumber, class: classes, status: attendance.status })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(
      attendance,
      and(eq(attendance.classId, classes.id), eq(attendance.personId, registrations.studentId)),
    )
    .where(eq(registrations.studentId, ada.id))
    .orderBy(registrations.classNumber);
  expect(held.map((one) => [one.number, one.status, one.class.zoomMeetingId])).toEqual([
    [5, 'Present', null],
    [6, null, null],
    [7, null, null],
    [8, null, null],
  ]);
  expect(held.slice(2).map((one) => one.class.id)).toEqual([weekly, monthly]);
  expect(held[0]?.class.startsAt).toEqual(new Date('2026-10-06T23:00:00Z'));
  expect((await imports.jobsOf('sync-registrant', ada.id)).map(({ classId }) => classId)).toEqual([
    weekly,
    monthly,
  ]);
  const planned = await portal.database
    .select()
    .from(reminders)
    .where(eq(reminders.personId, ada.id));
  const kinds = planned.map(({ kind }) => kind).toSorted();
  const ofEach = [
    'class-day',
    'class-day',
    'class-hour',
    'class-hour',
    'missed-class',
    'missed-class',
  ];
  expect(kinds).toEqual(ofEach);
  expect(await portal.database.$count(loginTokens, eq(loginTokens.personId, ada.id))).toBe(0);
  const audited = await portal.database
    .select()
    .from(auditLog)
    .where(inArray(auditLog.subject, [`person:${ada.id}`, 'people']));
  expect(audited.map(({ action }) => action)).toEqual(['person: imported', 'people: imported']);
  expect(audited[1]?.after).toEqual({ role: 'student', added: 1, of: 1, sendWelcome: false });

  const before = await digest();
  const again = await imports.send(file, { sendWelcome: true });
  expect(again.body).toMatchObject({ applied: true, totals: { add: 0, unchanged: 1, problem: 0 } });
  expect(await digest()).toBe(before);
});

test('a past class shared by two people is created once, and one invalid row stops the whole import', async () => {
  const [one, two] = [newEmail(), newEmail()];
  const lines = [one, two].map((email) => `${email},Ada,Byron,,2026-09-01,,2026-09-22 4PM,,,`);
  const before = await digest();
  const refused = await imports.send(fileOf(...lines, `${newEmail()},,Byron,,2026-09-01,,,,,`));
  expect(refused.body).toMatchObject({ applied: false, totals: { add: 2, problem: 1 } });
  expect(await digest()).toBe(before);
  expect((await imports.send(fileOf(...lines))).body.applied).toBe(true);
  const startsAt = new Date('2026-09-22T23:00:00Z');
  const whereThen = and(eq(classes.startsAt, startsAt), isNull(classes.deletedAt));
  expect(await portal.database.$count(classes, whereThen)).toBe(1);
});

test('two rows cannot give one past class two types', async () => {
  const { body } = await imports.send(
    fileOf(
      `${newEmail()},Ada,Byron,,2026-07-01,,2026-08-04 4PM,,,`,
      `${newEmail()},Ada,Byron,,2026-07-01,yes,,,,2026-08-04 4PM`,
    ),
  );
  expect(body.applied).toBe(false);
  expect(body.rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([
    [],
    ['class_8: The class at this time has a different type (weekly or monthly)'],
  ]);
});

test('an import does not bring back a deactivated person', async () => {
  const email = newEmail();
  const file = fileOf(`${email},Ada,Byron,,2026-09-01,,,,,`);
  await imports.send(file);
  const { id } = await imports.personWith(email);
  const ended = { deactivatedAt: portal.clock.now() };
  await portal.database.update(people).set(ended).where(eq(people.id, id));
  const { body } = await imports.send(file);
  expect(body).toMatchObject({ applied: false, totals: { problem: 1 } });
  expect(body.rows[0].problems).toEqual(['email: This email belongs to a deactivated person']);
});

test('a conflict with the portal, the course, or another row is a problem that names it', async () => {
  const known = newEmail();
  await imports.send(fileOf(`${known},Ada,Byron,(212) 555-0752,2026-09-01,,2026-09-29 4PM,,,`));
  const other = newEmail();
  const { body } = await imports.send(
    fileOf(
      `${known.toUpperCase()},Ida,Byron,,2026-09-02,,2026-09-29 4PM missed,2026-12-01 4PM,,`,
      'teacher@demo.test,Daniel,X,,2026-01-01,,,,,',
      `${newEmail()},A,B,212-555-0752,2026-09-01,,,,,`,
      `${other},A,B,(212) 555-0753,2026-09-01,,,,,`,
      `${other},A,B,+12125550753,2026-09-01,,,,,`,
      `${newEmail()},A,B,,2026-09-01,,2026-12-01 4PM,2026-12-02 4PM,,`,
      `${newEmail()},A,B,,2026-09-01,,2026-11-24 4PM,2026-12-01 4PM,,2026-12-01 4PM`,
      `${newEmail()},A,B,,2026-12-24,,2026-12-01 4PM,,,`,
      `${newEmail()},A,B,,2026-09-01,,2026-12-22 4PM,,,`,
      `${newEmail()},A,B,,2026-09-01,,,2026-12-01 4PM missed,,`,
      `${newEmail()},A,B,,2026-09-01,yes,,2026-12-01 4PM,,`,
      `${newEmail()},A,B,,2026-09-01,,2026-10-27 4PM,2026-10-29 4PM,,`,
    ),
  );
  expect(body.applied).toBe(false);
  const wrongPart = 'The class at this time has a different type (weekly or monthly)';
  expect(body.rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([
    [
      'first_name: The portal has Ada',
      'start_date: The portal has 2026-09-01',
      'class_5: The portal says completed',
      'class_6: The portal has no class time',
    ],
    ['email: This email belongs to someone whose role is teacher'],
    ['phone: This phone number is already in use'],
    [],
    ['email: This also appears on line 5', 'phone: This also appears on line 5'],
    ['class_6: There’s no weekly class on this date at this time'],
    [
      'class_7: This is empty, but a later class is filled in',
      'class_5: There’s no weekly class on this date at this time',
      `class_8: ${wrongPart}`,
    ],
    ['class_5: This class has to be after the start date'],
    [`class_5: ${wrongPart}`],
    [
      'class_5: This is empty, but a later class is filled in',
      'class_6: This class isn’t over yet, so it can’t be marked as missed',
    ],
    [],
    ['class_6: There’s another class in the same week'],
  ]);
});
