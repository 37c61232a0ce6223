import * as z from 'zod/mini';
import { WISH_DAYS, WISH_HOURS } from '../course/wishes.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId } from './fields.ts';
import { wishBody } from './wish-form.ts';

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
  getWish: endpoint({
    summary: 'Returns the student’s open wish for class times, or null',
    method: 'GET',
    path: '/api/class-time-wish',
    access: 'students',
    response: z.nullable(wish),
  }),
  sendWish: endpoint({
    summary: 'Tells staff which class times would suit, in place of an open wish',
    method: 'POST',
    path: '/api/class-time-wish',
    access: 'students',
    body: wishBody,
    response: wish,
    refusals: [404, 429],
  }),
  takeBackWish: endpoint({
    summary: 'Takes back the student’s open wish',
    method: 'DELETE',
    path: '/api/class-time-wish',
    access: 'students',
    response: message,
  }),
  answerWish: endpoint({
    summary: 'Marks a wish for class times as answered',
    method: 'POST',
    path: '/api/admin/class-time-wishes/:id/answer',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
    current: currentWish,
  }),
};
