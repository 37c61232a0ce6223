export { attendanceJobHandlers } from './job-handlers.ts';
export { readReportsJob } from './jobs.ts';
export { serveAttendance } from './routes.ts';
