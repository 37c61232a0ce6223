import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

export const attendanceCalls = {
  getAttendance: endpoint({
    method: 'GET',
    path: '/api/attendance',
    access: 'students',
    response: z.array(z.object({ classId: id, status: z.string() })),
  }),
};
