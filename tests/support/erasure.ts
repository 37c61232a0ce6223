import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  attendance,
  attendanceCorrections,
  classCancellations,
  makeupProposals,
  meetingRegistrants,
  proposedSlots,
  roomEvents,
} from '../../src/server/database/schema.ts';
import { planMissingReminders } from '../../src/server/reminders/index.ts';
import { sendSchedule } from '../../src/server/schedule/index.ts';
import { openClient } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';
import { retreatSiteOf } from './retreats.ts';
import { openStudent } from './students.ts';

const upcomingStarts = ['2026-11-24T23:00:00Z', '2026-12-01T23:00:00Z'];
let serial = 0;

export async function openKnown(portal: Portal) {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { session });
  serial += 1;
  const name = { firstName: `Zerlina${serial}`, lastName: `Quillfeather${serial}` };
  const email = `Zerlina.${serial}@school.test`;
  const phone = `+1202555${3000 + serial}`;
  const meetings = meetingsOf(portal);
  const student = await openStudent(portal, { ...name, email, phone });
  const past = await meetings.addClass(`2026-11-${String(serial).padStart(2, '0')}T23:00:00Z`);
  const upcoming: number[] = [];
  for (const start of upcomingStarts) {
    const later = new Date(start).getTime() + serial * 60_000;
    upcoming.push(await meetings.addMeeting(new Date(later).toISOString()));
  }
  for (const [n, classId] of [past, ...upcoming].entries()) {
    await meetings.register(student.id, classId, 5 + n);
  }
  for (const classId of upcoming) await meetings.link(student.id, classId);
  const recordedAt = portal.clock.now();
  const attended = { personId: student.id, classId: past, status: 'Present' } as const;
  await portal.database.insert(attendance).values({ ...attended, source: 'hand', recordedAt });
  await portal.database.insert(attendanceCorrections).values({
    ...attended,
    reason: `${name.firstName} came by phone`,
    correctedBy: student.id,
    correctedAt: recordedAt,
  });
  await portal.database.insert(roomEvents).values({
    personId: student.id,
    classId: past,
    source: 'webhook',
    kind: 'joined',
    at: recordedAt,
    instanceId: 'i',
    connectionId: 'c',
    registrantId: `registrant of ${name.firstName}`,
  });
  const [registration] = await student.rows();
  const registrationId = registration?.id ?? 0;
  await portal.database.insert(classCancellations).values({
    registrationId,
    reason: `${name.firstName} is traveling`,
    canceledAt: recordedAt,
    canceledBy: student.id,
  });
  const [proposal] = await portal.database
    .insert(makeupProposals)
    .values({
      personId: student.id,
      registrationId,
      missedClassId: past,
      proposedAt: recordedAt,
      validUntil: new Date(recordedAt.getTime() + 1),
    })
    .returning();
  await portal.database
    .insert(proposedSlots)
    .values({ proposalId: proposal?.id ?? 0, number: 1, classId: upcoming[0] ?? 0 });
  const seat = { personId: student.id, classId: past, updatedAt: recordedAt };
  await portal.database.insert(meetingRegistrants).values({ ...seat, email, joinUrl: 'http://x' });
  for (const consent of [true, false, true]) {
    await student.post('/api/update-text-consent', { consent, clicked: true });
  }
  await student.get('/api/calendar');
  const site = retreatSiteOf(portal);
  const [reference, canceled] = [site.newReference(), site.newReference()];
  const description = `A bed for ${name.firstName}`;
  await site.postWebhook({ reference, email, phone, description, page: `/of/${name.firstName}` });
  const edit = { retreatTitle: `Retreat of ${name.lastName}`, retreatDescription: description };
  const retreatId = (await site.row(reference))?.id;
  await admin.patch(`/api/admin/retreat-registrations/${retreatId}`, edit);
  const unknown = site.newReference();
  await site.postWebhook({ reference: unknown, email: 'unknown@else.test', name: name.firstName });
  const unknownId = (await site.row(unknown))?.id;
  const dismissed = await admin.post('/api/admin/problems/dismiss', {
    ...{ kind: 'retreats', key: `retreat ${unknownId}`, reason: `Ask ${name.firstName}` },
    happenedAt: (await site.row(unknown))?.registeredAt,
  });
  expect(dismissed.status).toBe(200);
  await admin.post(`/api/admin/retreat-registrations/${unknownId}/match`, {
    personId: student.id,
  });
  await site.postWebhook({
    reference: canceled,
    email: 'somebody@else.test',
    phone,
    type: 'canceled',
  });
  const body = { ...name, email, phone, startDate: '2026-01-01', textConsent: true };
  const edited = { ...body, lastName: `Quillfeather${serial} Smith` };
  expect((await admin.patch(`/api/admin/students/${student.id}`, edited)).status).toBe(200);
  expect((await admin.patch(`/api/admin/students/${student.id}`, body)).status).toBe(200);
  const wish = { classNumber: 8, days: ['Monday'], hours: [], comment: `Call ${name.firstName}` };
  expect((await student.post('/api/class-time-wish', wish)).status).toBe(200);
  const note = { body: `${name.firstName} prefers mornings` };
  expect((await admin.post(`/api/admin/people/${student.id}/notes`, note)).status).toBe(200);
  const toThemAlone = { group: 'choosing', ids: [student.id] };
  const written = await admin.post('/api/admin/journey/messages', {
    ...{ audience: toThemAlone, key: randomUUID(), textBody: '' },
    ...{ subject: `For ${name.firstName}`, body: `Are you well, ${name.firstName}?` },
  });
  expect(written.status).toBe(200);
  await openClient(portal).post('/api/auth/login', { email });
  await planMissingReminders(portal.database, portal.clock.now());
  await portal.database.transaction((transaction) =>
    sendSchedule(portal.queue, transaction, { personId: student.id, registrationId }),
  );
  await meetings.finishJobs();
  await portal.database.execute(
    sql`insert into pgboss.job (name, data, source_name, source_output) values ('dead-jobs',
      ${JSON.stringify({ personId: student.id })}::jsonb, 'mail-account-reset', ${JSON.stringify({ reason: `no ${email}` })}::jsonb)`,
  );
  return { ...student, ...name, email, phone, past, upcoming, reference, canceled };
}

export async function columnsWith({ database }: Portal, words: string): Promise<string[]> {
  const { rows } = await database.execute<{ name: string; column: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name, format('%I', c.column_name) as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`,
  );
  expect(rows.length).toBeGreaterThan(80);
  const searches = rows.map(({ name, column }) => {
    const hit = sql`${sql.raw(`${column}::text`)} ilike ${`%${words}%`}`;
    return sql`select ${`${name}.${column}`}::text as found where exists (select from ${sql.raw(name)} where ${hit})`;
  });
  const found = await database.execute<{ found: string }>(sql.join(searches, sql` union all `));
  return found.rows.map((row) => row.found).toSorted();
}
