import type { Portal } from './portal.ts';
import { staffOf } from './staff.ts';
import { addClassOn, openStudent } from './students.ts';

interface Acting {
  version?: number;
  reason?: string;
}

const headersOf = ({ version }: Acting) =>
  version === undefined ? undefined : { 'if-match': `"${version}"` };

export function actingOf(portal: Portal) {
  return {
    async openAdmin() {
      const admin = await staffOf(portal).open('admin');
      const of = ({ id }: { id: number }) => `/api/admin/people/${id}`;
      return {
        ...admin,
        offers: (student: { id: number }, classNumber: number, weekOffset = 0) =>
          admin.get(`${of(student)}/class-times/${classNumber}?weekOffset=${weekOffset}`),
        register: (
          student: { id: number },
          classNumber: number,
          classId: number,
          reason?: string,
        ) =>
          admin.post(`${of(student)}/class-times/${classNumber}`, {
            classId,
            ...(reason !== undefined && { reason }),
          }),
        move: (
          student: { id: number },
          registrationId: number,
          classId: number,
          acting: Acting = {},
        ) =>
          admin.patch(
            `${of(student)}/registrations/${registrationId}`,
            { classId, ...(acting.reason !== undefined && { reason: acting.reason }) },
            headersOf(acting),
          ),
        undoMove: (student: { id: number }, registrationId: number, newClassId: number) =>
          admin.post(`${of(student)}/registrations/${registrationId}/undo`, { newClassId }),
        cancel: (student: { id: number }, registrationId: number, acting: Acting = {}) =>
          admin.post(
            `${of(student)}/registrations/${registrationId}/cancel`,
            { reason: acting.reason ?? 'Called: is traveling' },
            headersOf(acting),
          ),
      };
    },

    /** Returns a student who has class 5 on Tuesday the 17th and class 6 a week later. */
    async openBooked() {
      const student = await openStudent(portal);
      const five = await student.choose(await addClassOn(portal, '2026-11-17'));
      const six = await student.choose(await addClassOn(portal, '2026-11-24'));
      return { student, five: five.body, six: six.body };
    },
  };
}
