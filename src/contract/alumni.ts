import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId } from './fields.ts';

export const alumniCalls = {
  getAlumniClasses: endpoint({
    summary: 'Lists the classes that alumni can join',
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
    summary: 'Joins a class as one of the alumni and returns its meeting link',
    method: 'POST',
    path: '/api/alumni/classes/:id/join',
    access: 'alumni-and-staff',
    params: z.object({ id: pathId }),
    response: z.object({ classId: id, zoomJoinUrl: z.nullable(z.string()) }),
    refusals: [409, 429],
  }),
};
