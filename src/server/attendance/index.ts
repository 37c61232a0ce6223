export { settleAttendanceJob } from './jobs.ts';
export { serveAttendance } from './routes.ts';
export { attendanceJobHandlers } from './settle-attendance.ts';
