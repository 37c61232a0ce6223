export { type ClassAttendance, readClassAttendance } from './class-attendance.ts';
export { attendanceJobHandlers } from './job-handlers.ts';
export { readReportsJob } from './jobs.ts';
export { serveAttendance } from './routes.ts';
