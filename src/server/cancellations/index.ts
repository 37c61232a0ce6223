export { lockClosedDates, refuseClosedDate } from './closed-dates.ts';
export { cancellationJobHandlers } from './job-handlers.ts';
export { classCancelledText, classUndoneText } from './messages.ts';
export { findToldStudents, readCancellation } from './queries.ts';
export { cancellationResenders } from './resend.ts';
export { serveCancellations } from './routes.ts';
