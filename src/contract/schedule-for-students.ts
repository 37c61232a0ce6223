import * as z from 'zod/mini';
import { CLASS_TYPES, FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER } from '../course/course.ts';
import { WISH_DAYS, WISH_HOURS } from '../course/wishes.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId, someId, typedText } from './fields.ts';
import { cancelForStudentBody, wishBody } from './forms.ts';
import { classNumberInAddress, moveBody, scheduleEntry, slot, weekOffset } from './schedule.ts';

/** All classes that are left, chosen at once. */
const plannedClass = z.object({
  classNumber: z.int(),
  /** Null where there is none to choose from yet. */
  slot: z.nullable(slot),
});
export type PlannedClass = z.infer<typeof plannedClass>;

/** Beside a refusal, as `current`: which classes could not be registered, and why. None was. */
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
        'The classes must follow each other.',
      ),
    ),
});

export const schedulingPlanCalls = {
  proposePlan: endpoint('GET /api/plan', {
    summary: 'Proposes a time for each class that the student has still to choose',
    access: 'students',
    response: z.object({ classes: z.array(plannedClass) }),
  }),
  registerPlan: endpoint('POST /api/plan', {
    summary: 'Registers several classes at once, all or none',
    access: 'students',
    body: planBody,
    response: z.array(scheduleEntry),
    refusals: [404, 409, 429],
  }),
};

/** What a student told staff because no class time fits. */
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
  /** Sent back in `If-Match` when it is marked as answered. */
  version: z.int(),
});

/** As staff see it. */
export const wishForStaff = z.extend(currentWish, {
  /** Null while it waits for staff. By null: the student has chosen a time for that class themselves. */
  answered: z.nullable(z.object({ at: instant, by: z.nullable(z.string()) })),
});
export type WishForStaff = z.infer<typeof wishForStaff>;

export const schedulingWishesCalls = {
  /** The student's own, while it waits for staff. */
  getWish: endpoint('GET /api/class-time-wish', {
    summary: 'Returns the student’s open wish for class times, or null',
    access: 'students',
    response: z.nullable(wish),
  }),
  sendWish: endpoint('POST /api/class-time-wish', {
    summary: 'Tells staff which class times would suit, in place of an open wish',
    access: 'students',
    body: wishBody,
    response: wish,
    refusals: [404, 429],
  }),
  takeBackWish: endpoint('DELETE /api/class-time-wish', {
    summary: 'Takes back the student’s open wish',
    access: 'students',
    response: message,
  }),
  answerWish: endpoint('POST /api/admin/class-time-wishes/:id/answer', {
    summary: 'Marks a wish for class times as answered',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
    current: currentWish,
  }),
};

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
  offerForStudent: endpoint('GET /api/admin/people/:id/class-times/:classNumber', {
    summary: 'Lists the classes of a week for a student, with what speaks against each',
    access: 'editors',
    params: ofNumber,
    /** Weeks from this one on. */
    query: z.object({ weekOffset }),
    response: staffOffer,
    refusals: [409],
  }),
  registerForStudent: endpoint('POST /api/admin/people/:id/class-times/:classNumber', {
    summary: 'Registers a student for a class',
    access: 'editors',
    params: ofNumber,
    body: chooseForStudentBody,
    response: studentClass,
    refusals: [409],
  }),
  moveForStudent: endpoint('PATCH /api/admin/people/:id/registrations/:registrationId', {
    summary:
      'Moves a student’s registration to another class: as a reschedule, a makeup, or chosen again',
    access: 'editors',
    params: ofRegistration,
    body: chooseForStudentBody,
    response: studentClass,
    current: studentClass,
  }),
  /** For a moment after `moveForStudent`; `newClassId` is the class that it went to. */
  undoMoveForStudent: endpoint('POST /api/admin/people/:id/registrations/:registrationId/undo', {
    summary: 'Undoes a move of a student’s registration shortly after it',
    access: 'editors',
    params: ofRegistration,
    body: moveBody,
    response: studentClass,
    refusals: [409],
  }),
  cancelForStudent: endpoint('POST /api/admin/people/:id/registrations/:registrationId/cancel', {
    summary: 'Gives up a student’s place in a class; they are to choose again',
    access: 'editors',
    params: ofRegistration,
    body: cancelForStudentBody,
    response: studentClass,
    current: studentClass,
  }),
};
