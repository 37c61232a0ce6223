import { and, eq, sql } from 'drizzle-orm';
import type { DemoEmail } from '../../src/demo/people.ts';
import { outdateProgress } from '../../src/server/database/progress.ts';
import {
  attendance,
  classes,
  meetingRegistrants,
  people,
  registrations,
} from '../../src/server/database/schema.ts';
import { enqueueMeetingSync, enqueueRegistrantSync } from '../../src/server/meetings/index.ts';
import { emptyTables } from './demo-rows.ts';
import { eventually } from './eventually.ts';
import type { Portal } from './portal.ts';

/** Wakes the workers the way pg-boss does for a new job, so that tests don't wait for the next poll. */
const wakeWorkers = `
  with waiting as (
    select name from pgboss.job where state in ('created', 'retry')
  ), updated as (
    update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()
  ), woken as (
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name)
    from (select distinct name from waiting) as names
  )`;

export function meetingsOf(portal: Portal) {
  const { database, queue, clock, zoom } = portal;

  return {
    async forgetDemoClasses() {
      await emptyTables(database.$client, 'classes');
    },

    async addClass(startsAt: string, change: Partial<typeof classes.$inferInsert> = {}) {
      const values = { startsAt: new Date(startsAt), classType: 'Weekly', createdAt: clock.now() };
      const [row] = await database
        .insert(classes)
        .values({ ...values, ...change } as typeof classes.$inferInsert)
        .returning();
      if (!row) throw new Error('no class was made');
      return row.id;
    },

    async addMeeting(startsAt: string, change: Partial<typeof classes.$inferInsert> = {}) {
      const id = await this.addClass(startsAt, change);
      await this.syncMeeting(id);
      await eventually(
        async () => (await this.classRow(id)).zoomMeetingId,
        (meetingId) => meetingId !== null,
      );
      return id;
    },

    syncMeeting: (classId: number) =>
      database.transaction((transaction) => enqueueMeetingSync(queue, transaction, classId)),

    async classRow(id: number) {
      const [row] = await database.select().from(classes).where(eq(classes.id, id));
      if (!row) throw new Error(`no class ${id}`);
      return row;
    },

    async personId(email: DemoEmail) {
      const [person] = await database.select().from(people).where(eq(people.email, email));
      return person?.id ?? 0;
    },

    /** Like the portal, adds the row and its job in one transaction. */
    async register(studentId: number, classId: number, classNumber: number) {
      const { pacificWeek } = await this.classRow(classId);
      const createdAt = clock.now();
      await database.transaction(async (transaction) => {
        await transaction
          .insert(registrations)
          .values({ studentId, classId, pacificWeek, classNumber, createdAt });
        await outdateProgress(transaction, eq(registrations.studentId, studentId));
        await enqueueRegistrantSync(queue, transaction, [{ personId: studentId, classId }]);
      });
    },

    async move(studentId: number, from: number, to: number) {
      const { pacificWeek } = await this.classRow(to);
      await database.transaction(async (transaction) => {
        await transaction
          .update(registrations)
          .set({ classId: to, pacificWeek, isRescheduled: true })
          .where(sql`student_id = ${studentId} and class_id = ${from} and ended_at is null`);
        for (const classId of [from, to]) {
          await enqueueRegistrantSync(queue, transaction, [{ personId: studentId, classId }]);
        }
      });
    },

    async seat(personId: number, classId: number) {
      const [row] = await database
        .select()
        .from(meetingRegistrants)
        .where(sql`person_id = ${personId} and class_id = ${classId}`);
      return row;
    },

    async link(personId: number, classId: number): Promise<string> {
      const link = await eventually(
        async () => (await this.seat(personId, classId))?.joinUrl,
        (joinUrl) => /^http/.test(joinUrl ?? ''),
      );
      return link ?? '';
    },

    async guests(classId: number): Promise<string[]> {
      const { zoomMeetingId, meetingHost } = await this.classRow(classId);
      const host = meetingHost ?? portal.settings.meetings.hostUser;
      const known = zoomMeetingId ? await zoom.listRegistrants(host, zoomMeetingId) : [];
      return (known ?? []).map(({ email }) => email);
    },

    async present(classId: number): Promise<number[]> {
      const whereHere = and(eq(attendance.classId, classId), eq(attendance.status, 'Present'));
      const rows = await database.select().from(attendance).where(whereHere);
      return rows.map(({ personId }) => personId);
    },

    async record(personId: number, classId: number) {
      const [row] = await database
        .select()
        .from(attendance)
        .where(and(eq(attendance.personId, personId), eq(attendance.classId, classId)));
      return row;
    },

    /** Runs waiting jobs now. */
    runWaitingJobs: () => database.execute(`${wakeWorkers} select from woken`),

    /** Waits until there are no jobs left, except those that wait for the portal's clock. */
    async finishJobs() {
      const countOpen = async () => {
        const { rows } = await database.execute<{ open: number }>(
          `${wakeWorkers} select count(*)::int as open from pgboss.job
           where state in ('created', 'retry', 'active') and (select count(*) from woken) >= 0
             and name not in ('dead-jobs', 'decide-attendance', 'remove-canceled-meetings')
             and name not like '\\_\\_%'`,
        );
        return rows[0]?.open;
      };
      await eventually(countOpen, (open) => open === 0);
    },

    /** Returns how many seconds each job with this name still has to wait. Jobs that are due don't count. */
    async waits(name: string): Promise<number[]> {
      const { rows } = await database.execute<{ wait: number }>(
        sql`select extract(epoch from start_after - now())::int as wait from pgboss.job
            where name = ${name} and state in ('created', 'retry') and start_after > now() order by 1`,
      );
      return rows.map(({ wait }) => wait);
    },

    async faults(faults: object = {}) {
      await this.post('/zoom/faults', faults);
    },

    async setZoomReporting(how: object = {}) {
      await this.post('/zoom/attendance', how);
    },

    async zoomCall(method: 'POST' | 'PATCH', path: string, body: object) {
      const { baseUrl, oauthUrl, accountId, clientId, clientSecret } = portal.settings.meetings;
      const query = `grant_type=account_credentials&account_id=${accountId}`;
      const given = await fetch(`${oauthUrl}/oauth/token?${query}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      });
      const { access_token: token } = (await given.json()) as { access_token: string };
      const answer = await fetch(baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
    },

    async post(path: string, body?: object) {
      const answer = await fetch(portal.sandbox.url + path, {
        method: 'POST',
        ...(body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}`);
    },
  };
}
