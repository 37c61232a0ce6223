import * as z from 'zod/mini';
import { FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER } from '../course/course.ts';
import { endpoint } from './endpoint.ts';
import { someId } from './fields.ts';
import { scheduleEntry, slot } from './scheduling.ts';

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
  proposePlan: endpoint({
    summary: 'Proposes a time for each class that the student has still to choose',
    method: 'GET',
    path: '/api/plan',
    access: 'students',
    response: z.object({ classes: z.array(plannedClass) }),
  }),
  registerPlan: endpoint({
    summary: 'Registers several classes at once, all or none',
    method: 'POST',
    path: '/api/plan',
    access: 'students',
    body: planBody,
    response: z.array(scheduleEntry),
    refusals: [404, 409, 429],
  }),
};
