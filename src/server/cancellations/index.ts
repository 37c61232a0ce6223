export { cancellationJobHandlers } from './announce.ts';
export { lockClosedDates, refuseClosedDate } from './closed-dates.ts';
export { classCancelledText, classUndoneText } from './messages.ts';
export { findToldStudents, readCancellation } from './queries.ts';
export { serveCancellations } from './routes.ts';
