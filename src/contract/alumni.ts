import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId } from './fields.ts';

export const alumniCalls = {
  getAlumniClasses: endpoint({
    method: 'GET',
    path: '/api/alumni/classes',
    access: 'alumni-and-staff',
    response: z.array(
      z.object({
        id,
        startTime: instant,
        instructorFirstName: z.nullable(z.string()),
        zoomMeetingId: z.nullable(z.string()),
      }),
    ),
  }),
  joinAlumniClass: endpoint({
    method: 'POST',
    path: '/api/alumni/classes/:id/join',
    access: 'alumni-and-staff',
    params: z.object({ id: pathId }),
    response: z.object({ classId: id, zoomJoinUrl: z.nullable(z.string()) }),
  }),
};
