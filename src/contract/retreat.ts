import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, pathId, requiredLines, requiredText } from './fields.ts';

const retreatRegistration = z.object({
  id,
  retreatTitle: z.string(),
  retreatDescription: z.string(),
});

export const retreatCalls = {
  getRetreatRegistration: endpoint({
    method: 'GET',
    path: '/api/retreat-registration',
    access: 'students',
    answer: z.nullable(retreatRegistration),
  }),
  completeRetreatInfo: endpoint({
    method: 'POST',
    path: '/api/complete-retreat-info',
    access: 'students',
    answer: z.object({ retreatContinueClicked: z.boolean() }),
  }),
  editRetreatRegistration: endpoint({
    method: 'PATCH',
    path: '/api/admin/retreat-registrations/:id',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: z.strictObject({
      retreatTitle: requiredText('Title is required'),
      retreatDescription: requiredLines('Description is required', 2000),
    }),
    answer: retreatRegistration,
  }),
};
