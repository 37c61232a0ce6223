import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, someId } from './fields.ts';
import { reasonBody } from './forms.ts';

export const waitingTurn = z.object({
  id,
  personId: id,
  name: z.string(),
  classId: id,
  classNumber: z.int(),
  startTime: instant,
  turn: z.int(),
  /** Set while we hold a place for this person. */
  offerExpiresAt: z.nullable(instant),
});
export type WaitingTurn = z.infer<typeof waitingTurn>;

export const waitingListCalls = {
  getWaitingLists: endpoint('GET /api/waiting-lists', {
    summary: 'Lists the waiting lists that the student is on',
    access: 'students',
    response: z.array(waitingTurn),
  }),
  joinWaitingList: endpoint('POST /api/waiting-lists', {
    summary: 'Puts the student on the waiting list for a full class',
    access: 'students',
    body: z.strictObject({ classId: someId('Please choose a class time'), classNumber: z.int() }),
    refusals: [409, 429],
  }),
  answerWaitingList: endpoint('POST /api/waiting-lists/:id', {
    summary: 'Takes the place that we’re holding for the student, or takes them off the list',
    access: 'students',
    body: z.strictObject({ action: z.enum(['take', 'leave']) }),
    refusals: [409, 429],
  }),
  changeWaitingList: endpoint('POST /api/admin/waiting-lists/:id', {
    summary: 'Offers someone in line a place, moves them to the front, or takes them off the list',
    access: 'editors',
    body: z.extend(reasonBody, { action: z.enum(['offer', 'front', 'remove']) }),
    refusals: [409],
  }),
};
