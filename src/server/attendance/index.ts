export { type ClassAttendance, readClassAttendance } from './class-attendance.ts';
export { retryReports } from './commands.ts';
export { attendanceJobHandlers } from './job-handlers.ts';
export { readReportsJob } from './jobs.ts';
export {
  attendanceProblems,
  countAttendance,
  isAnyOf,
  noOne,
  notHeldProblems,
  places,
} from './queries.ts';
export { serveAttendance } from './routes.ts';
