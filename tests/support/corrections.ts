import type { Portal } from './portal.ts';
import { roomsOf } from './rooms.ts';
import { staffOf } from './staff.ts';
import { openStudent, type Student } from './students.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

interface CorrectionOptions {
  by?: Student;
  version?: number;
  reason?: string;
  guestName?: string;
}

export function correctionsOf(portal: Portal) {
  const world = roomsOf(portal);
  let weeks = 0;
  let admin: Student | undefined;

  function adminOfNow(): Student {
    if (!admin) throw new Error('no class was opened');
    return admin;
  }

  return {
    ...world,
    admin: adminOfNow,

    async openClass(count = 1) {
      weeks += 2;
      const startsAt = new Date(Date.parse('2026-11-04T00:00:00Z') + weeks * weekMs);
      const students: Student[] = [];
      for (let n = 0; n < count; n += 1) students.push(await openStudent(portal));
      const ids = students.map(({ id }) => id);
      const room = await world.openRoom(startsAt.toISOString(), ids);
      // The admin signs in again, because staff sessions last twelve hours.
      admin = await staffOf(portal).open('admin');
      const [student] = students as [Student];
      return { ...room, startsAt, students, student };
    },

    correct(
      classId: number,
      { id }: { id: number },
      status: string,
      options: CorrectionOptions = {},
    ) {
      const { by = adminOfNow(), version, ...body } = options;
      const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
      const whole = { status, reason: 'phone was dead', ...body };
      return by.patch(`/api/admin/classes/${classId}/attendance/${id}`, whole, headers);
    },

    async guestOf(classId: number, { id }: { id: number }) {
      const { body } = await adminOfNow().get(`/api/admin/classes/${classId}`);
      return body.guests.find(({ personId }: { personId: number }) => personId === id);
    },

    async statusOf(student: Student): Promise<string[]> {
      const { body } = await student.get('/api/attendance');
      return body.map(({ status }: { status: string }) => status);
    },
  };
}
