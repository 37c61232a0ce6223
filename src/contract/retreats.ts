import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId, someId } from './fields.ts';
import { editRetreatBody } from './forms.ts';

const retreatRegistration = z.object({
  id,
  retreatTitle: z.string(),
  retreatDescription: z.string(),
});

const unmatchedRetreat = z.object({
  ...retreatRegistration.shape,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** What the retreat site calls it. */
  siteReference: z.nullable(z.string()),
  registeredAt: instant,
});
export type UnmatchedRetreat = z.infer<typeof unmatchedRetreat>;

export const retreatCalls = {
  getRetreatRegistration: endpoint({
    method: 'GET',
    path: '/api/retreat-registration',
    access: 'students',
    response: z.nullable(retreatRegistration),
  }),
  completeRetreatInfo: endpoint({
    method: 'POST',
    path: '/api/complete-retreat-info',
    access: 'students',
    response: z.object({ retreatContinueClicked: z.boolean() }),
  }),
  editRetreatRegistration: endpoint({
    method: 'PATCH',
    path: '/api/admin/retreat-registrations/:id',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: editRetreatBody,
    response: retreatRegistration,
  }),
  getUnmatchedRetreats: endpoint({
    method: 'GET',
    path: '/api/admin/retreat-registrations/unmatched',
    access: 'admins',
    response: z.array(unmatchedRetreat),
  }),
  matchRetreatRegistration: endpoint({
    method: 'POST',
    path: '/api/admin/retreat-registrations/:id/match',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: z.strictObject({ personId: someId('Please choose a student') }),
    response: retreatRegistration,
  }),
};
