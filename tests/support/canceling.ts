import type { ScheduleEntry } from '../../src/contract/schedule.ts';
import { openClient, outboxOf } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';
import { remindersOf } from './reminders.ts';
import { addClassOn } from './students.ts';

const minute = 60_000;

export function cancellationsOf(portal: Portal) {
  const { clock } = portal;
  const meetings = meetingsOf(portal);
  const reminders = remindersOf(portal);

  return {
    async openAdmin() {
      const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
      const admin = openClient(portal, { session });
      return {
        ...admin,
        cancel: (...classIds: number[]) =>
          admin.post('/api/admin/cancellations', { classIds, reason: 'The teacher is ill' }),
        undo: (id: number) => admin.post(`/api/admin/cancellations/${id}/undo`),
      };
    },

    /** Returns a student who has class 5 on the 24th, and two open classes: one that week and one the next. */
    async openBooked() {
      const student = await reminders.openTextedStudent();
      const classId = await addClassOn(portal, '2026-11-24');
      const sameWeek = await addClassOn(portal, '2026-11-25');
      const later = await addClassOn(portal, '2026-12-01');
      await student.choose(classId);
      const [row] = await student.rows();
      return { student, classId, sameWeek, later, registrationId: row?.id ?? 0 };
    },

    async passUndo() {
      clock.moveOn(11 * minute);
      await meetings.finishJobs();
    },

    async mailsTo(email: string) {
      const messages = await outboxOf(portal);
      return messages.filter(({ to, channel }) => to === email && channel === 'email');
    },
  };
}

export async function classesOf(student: {
  get: (path: string) => Promise<{ body: ScheduleEntry[] }>;
}) {
  const { body } = await student.get('/api/schedule');
  return body.map(({ classNumber, classId, cancellation }) => [
    classNumber,
    classId,
    cancellation !== null,
  ]);
}
