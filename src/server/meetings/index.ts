export { leaveMeetings, retryHeldMeetings, retryMeeting, retrySeats } from './commands.ts';
export {
  findClassOfHost,
  listHosts,
  moveClassesOfInstructor,
  retryIfHostIsTaken,
} from './hosts.ts';
export { meetingJobHandlers } from './job-handlers.ts';
export {
  enqueueMeetingSync,
  enqueueRegistrantSync,
  reconcileMeetingsJob,
  syncMeetingJob,
  syncRegistrantJob,
} from './jobs.ts';
export { hostOf } from './meeting-plan.ts';
export { updateDefaultPlaces } from './places.ts';
export { meetingProblems } from './problem-rows.ts';
export { whereUpcoming } from './queries.ts';
export { serveMeetings } from './routes.ts';
