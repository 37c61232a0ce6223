import * as z from 'zod/mini';
import { CLASS_TYPES, FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER } from '../course/course.ts';
import { WISH_DAYS, WISH_HOURS } from '../course/wishes.ts';
import { forEditors, forStudents } from './endpoint.ts';
import { id, instant, pathId, someId, typedText } from './fields.ts';
import { reasonBody, wishBody } from './forms.ts';
import { classNumberInUrl, moveBody, scheduleEntry, slot, weekOffset } from './schedule.ts';

const plannedClass = z.object({
  classNumber: z.int(),
  slot: z.nullable(slot),
});
export type PlannedClass = z.infer<typeof plannedClass>;

/** The server sends this as `current` when a plan has problems. It then registers none of the classes. */
export interface RefusedPlan {
  problems: { classNumber: number; message: string }[];
}

const someNumber = z.int().check(z.gte(FIRST_CLASS_NUMBER), z.lte(LAST_CLASS_NUMBER));
const planBody = z.strictObject({
  classes: z
    .array(
      z.strictObject({ classNumber: someNumber, classId: someId('Please choose a class time') }),
    )
    .check(
      z.minLength(1, 'Please choose a class time'),
      z.refine(
        (classes) =>
          classes.slice(1).every((one, at) => one.classNumber - 1 === classes[at]?.classNumber),
        'Please plan your classes in order, without skipping any.',
      ),
    ),
});

const wish = z.object({
  classNumber: z.int(),
  days: z.array(z.enum(WISH_DAYS)),
  hours: z.array(z.enum(WISH_HOURS)),
  comment: z.string(),
  sentAt: instant,
});
export type Wish = z.infer<typeof wish>;

const currentWish = z.extend(wish, {
  id,
  version: z.int(),
});

export const wishForStaff = z.extend(currentWish, {
  /** Null while the request is open. `by` is null if the student picked a time themselves. */
  answered: z.nullable(z.object({ at: instant, by: z.nullable(z.string()) })),
});

const ofNumber = z.object({ id: pathId, classNumber: classNumberInUrl });
const ofRegistration = z.object({ id: pathId, registrationId: pathId });

/** `reason` is required to override a rule. */
const chooseForStudentBody = z.strictObject({
  classId: someId('Please choose a class time'),
  reason: z.optional(typedText(300)),
});

const studentClass = z.object({
  registrationId: id,
  classNumber: z.int(),
  startTime: instant,
  /** True if the student has to pick a new time because of a cancellation. `startTime` is then the old time. */
  isSuspended: z.boolean(),
  version: z.int(),
});
export type StudentClass = z.infer<typeof studentClass>;

const staffSlot = z.extend(slot, {
  classType: z.enum(CLASS_TYPES),
  places: z.nullable(z.int()),
  problems: z.array(z.string()),
  /** `with-reason` means that the rules forbid this time, but staff can override them by giving a reason. */
  verdict: z.enum(['offered', 'with-reason', 'refused']),
});

const staffOffer = z.object({
  classNumber: z.int(),
  held: z.nullable(z.extend(studentClass, { classId: id, kind: z.enum(['reschedule', 'makeup']) })),
  problems: z.array(z.string()),
  classes: z.array(staffSlot),
  canGoBack: z.boolean(),
  canGoOn: z.boolean(),
  nextFreeWeek: z.nullable(z.int()),
  /**
   * The week to show first: the first one with a slot that students could pick, starting at the week of `held`, or at
   * this week if `held` is null. If there is none, the closest earlier week with such a slot.
   */
  firstFutureWeek: z.nullable(z.int()),
});
export type StaffOffer = z.infer<typeof staffOffer>;

export const scheduleForStudentsCalls = {
  proposePlan: forStudents('GET /api/plan', {
    summary: 'Proposes a time for each of the student’s remaining classes',
    response: z.object({ classes: z.array(plannedClass) }),
  }),
  registerPlan: forStudents('POST /api/plan', {
    summary: 'Registers the student for several classes; if one isn’t available, for none',
    body: planBody,
    response: z.array(scheduleEntry),
    refusals: [404, 409, 429],
  }),
  getWish: forStudents('GET /api/class-time-wish', {
    summary: 'Returns the student’s open request for other class times, or null',
    response: z.nullable(wish),
  }),
  sendWish: forStudents('POST /api/class-time-wish', {
    summary: 'Requests other class times; replaces an open request',
    body: wishBody,
    response: wish,
    refusals: [404, 429],
  }),
  takeBackWish: forStudents('DELETE /api/class-time-wish', {
    summary: 'Withdraws the student’s open request',
  }),
  answerWish: forEditors('POST /api/admin/class-time-wishes/:id/answer', {
    summary: 'Marks a request for other class times as answered',
    current: currentWish,
  }),
  offerForStudent: forEditors('GET /api/admin/people/:id/class-times/:classNumber', {
    summary: 'Lists a week’s classes for a student, with any problems',
    params: ofNumber,
    query: z.object({ weekOffset }),
    response: staffOffer,
    refusals: [409],
  }),
  registerForStudent: forEditors('POST /api/admin/people/:id/class-times/:classNumber', {
    summary: 'Registers a student for a class',
    params: ofNumber,
    body: chooseForStudentBody,
    response: studentClass,
    refusals: [409],
  }),
  moveForStudent: forEditors('PATCH /api/admin/people/:id/registrations/:registrationId', {
    summary: 'Moves a student’s registration to another class',
    params: ofRegistration,
    body: chooseForStudentBody,
    response: studentClass,
    current: studentClass,
  }),
  undoMoveForStudent: forEditors('POST /api/admin/people/:id/registrations/:registrationId/undo', {
    summary: 'Undoes a recent move of a student’s registration',
    params: ofRegistration,
    body: moveBody,
    response: studentClass,
    refusals: [409],
  }),
  cancelForStudent: forEditors('POST /api/admin/people/:id/registrations/:registrationId/cancel', {
    summary: 'Cancels a student’s place in a class and asks them to pick a new time',
    params: ofRegistration,
    body: reasonBody,
    response: studentClass,
    current: studentClass,
  }),
};
