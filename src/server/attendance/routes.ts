import type { FastifyInstance } from 'fastify';
import { attendanceCalls } from '../../contract/attendance.ts';
import type { Database } from '../database/connect.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import { prepareAttendance } from './queries.ts';

export function serveAttendance(
  app: FastifyInstance,
  { database }: { database: Database },
  context: RouteContext,
): void {
  const findAttendance = prepareAttendance(database);
  serve(
    app,
    attendanceCalls,
    { getAttendance: ({ person }) => findAttendance(person.id) },
    context,
  );
}
