export { describeCorrection, readUnmatched } from './class-attendance.ts';
export { retryReports } from './commands.ts';
export { attendanceJobHandlers } from './job-handlers.ts';
export { readReportsJob } from './jobs.ts';
export {
  attendanceProblems,
  countAttendance,
  guestsOf,
  noOne,
  notHeldProblems,
} from './queries.ts';
export { serveAttendance } from './routes.ts';
