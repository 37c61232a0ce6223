import * as z from 'zod/mini';
import { CLASS_TYPES } from '../course/course.ts';
import { cancelForStudentBody } from './cancel-for-student-form.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId, someId } from './fields.ts';
import { classNumberInAddress, moveBody, slot, weekOffset } from './scheduling.ts';
import { typedText } from './typed-fields.ts';

/** What staff do for a student with the student's class times. */
const ofNumber = z.object({ id: pathId, classNumber: classNumberInAddress });
const ofRegistration = z.object({ id: pathId, registrationId: pathId });

/** A class time for a student. The reason is needed where a rule speaks against it. */
const chooseForStudentBody = z.strictObject({
  classId: someId('Please choose a class time'),
  reason: z.optional(typedText(300)),
});

/** A student's class as staff act upon it. */
const studentClass = z.object({
  registrationId: id,
  classNumber: z.int(),
  startTime: instant,
  /** The student is to choose it again; `startTime` is when it would have been. */
  isWaiting: z.boolean(),
  /** Sent back in `If-Match`. */
  version: z.int(),
});
export type StudentClass = z.infer<typeof studentClass>;

const staffSlot = z.extend(slot, {
  classType: z.enum(CLASS_TYPES),
  /** What speaks against this time, in words. */
  problems: z.array(z.string()),
  /** As the student could choose it, over the rules with a reason, or not at all. */
  verdict: z.enum(['offered', 'with-reason', 'refused']),
});
export type StaffSlot = z.infer<typeof staffSlot>;

const staffOffer = z.object({
  classNumber: z.int(),
  /** Null for a class that has no time yet. */
  held: z.nullable(z.extend(studentClass, { classId: id, kind: z.enum(['reschedule', 'makeup']) })),
  /** What speaks against every time, in words. */
  problems: z.array(z.string()),
  /** Every class of the week. */
  classes: z.array(staffSlot),
  canGoBack: z.boolean(),
  /** Whether a later week has a class. */
  canGoOn: z.boolean(),
  /** The offset of the nearest other week with a time that the student could choose: the next, else the last before. */
  nextFreeWeek: z.nullable(z.int()),
  /** The offset of the week to begin with: the first with a time that the student could choose. */
  firstFutureWeek: z.nullable(z.int()),
});
export type StaffOffer = z.infer<typeof staffOffer>;

export const schedulingForStudentsCalls = {
  offerForStudent: endpoint({
    summary: 'Lists the classes of a week for a student, with what speaks against each',
    method: 'GET',
    path: '/api/admin/people/:id/class-times/:classNumber',
    access: 'editors',
    params: ofNumber,
    /** Weeks from this one on. */
    query: z.object({ weekOffset }),
    response: staffOffer,
    refusals: [409],
  }),
  registerForStudent: endpoint({
    summary: 'Registers a student for a class',
    method: 'POST',
    path: '/api/admin/people/:id/class-times/:classNumber',
    access: 'editors',
    params: ofNumber,
    body: chooseForStudentBody,
    response: studentClass,
    refusals: [409],
  }),
  moveForStudent: endpoint({
    summary:
      'Moves a student’s registration to another class: as a reschedule, a makeup, or chosen again',
    method: 'PATCH',
    path: '/api/admin/people/:id/registrations/:registrationId',
    access: 'editors',
    params: ofRegistration,
    body: chooseForStudentBody,
    response: studentClass,
    current: studentClass,
  }),
  /** For a moment after `moveForStudent`; `newClassId` is the class that it went to. */
  undoMoveForStudent: endpoint({
    summary: 'Undoes a move of a student’s registration shortly after it',
    method: 'POST',
    path: '/api/admin/people/:id/registrations/:registrationId/undo',
    access: 'editors',
    params: ofRegistration,
    body: moveBody,
    response: studentClass,
    refusals: [409],
  }),
  cancelForStudent: endpoint({
    summary: 'Gives up a student’s place in a class; they are to choose again',
    method: 'POST',
    path: '/api/admin/people/:id/registrations/:registrationId/cancel',
    access: 'editors',
    params: ofRegistration,
    body: cancelForStudentBody,
    response: studentClass,
    current: studentClass,
  }),
};
