import { eq, inArray } from 'drizzle-orm';
import type { WaitingTurn } from '../../src/contract/schedule.ts';
import { classes, registrations, waitingList } from '../../src/server/database/schema.ts';
import { checkWaitingLists } from '../../src/server/schedule/index.ts';
import { openClient } from './client.ts';
import { missedClassesOf } from './missed-classes.ts';
import type { Portal } from './portal.ts';
import { addClassOn, openStudent, type Student } from './students.ts';

export function waitingListsOf(portal: Portal) {
  const { database } = portal;
  const world = missedClassesOf(portal);

  return {
    ...world,

    async addFullClass(places = 1, date = '2026-12-01') {
      const classId = await addClassOn(portal, date);
      await database.update(classes).set({ places }).where(eq(classes.id, classId));
      const students: Student[] = [];
      for (let n = 0; n < places; n += 1) students.push(await openStudent(portal));
      for (const student of students) await student.choose(classId);
      const [registered] = students;
      if (!registered) throw new Error('a class needs at least one place');
      return { classId, students, registered };
    },

    join: (student: Student, classId: number, classNumber = 5) =>
      student.post('/api/waiting-lists', { classId, classNumber }),

    async lists(student: Student): Promise<WaitingTurn[]> {
      return (await student.get('/api/waiting-lists')).body;
    },

    async openAdmin() {
      const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
      return openClient(portal, { session });
    },

    async freePlaceOf(student: Student | undefined) {
      const [row] = (await student?.rows()) ?? [];
      const path = `/api/admin/people/${student?.id}/registrations/${row?.id}/cancel`;
      const canceled = await (await this.openAdmin()).post(path, { reason: 'Asked by phone' });
      if (canceled.status !== 200) throw new Error(`not canceled: ${canceled.status}`);
      await this.moveUp();
    },

    /** Runs the check that the portal runs every few seconds. */
    async moveUp() {
      await checkWaitingLists(portal);
      await world.finishJobs();
    },

    async subjectsTo(student: Student): Promise<(string | undefined)[]> {
      return (await world.mailsTo(student.email)).map(({ subject }) => subject);
    },

    async lastMailTo(student: Student): Promise<string | undefined> {
      return (await world.mailsTo(student.email)).at(-1)?.text;
    },

    async passLineTo(instant: string) {
      portal.clock.moveTo(new Date(instant));
      await this.moveUp();
    },

    async statuses(classId: number) {
      const rows = await database
        .select()
        .from(waitingList)
        .where(eq(waitingList.classId, classId))
        .orderBy(waitingList.id);
      return rows.map(({ status, why }) => why ?? status);
    },

    async registered(classId: number): Promise<number[]> {
      const rows = await database
        .select()
        .from(registrations)
        .where(inArray(registrations.classId, [classId]));
      return rows
        .filter(({ endedAt, suspendedBy }) => !endedAt && !suspendedBy)
        .map(({ studentId }) => studentId);
    },
  };
}
