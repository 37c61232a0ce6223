export { classesReturned, sendCleared } from './calendar/clearing-messages.ts';
export { endAllFeeds } from './calendar/commands.ts';
export { inviteTo } from './calendar/invite.ts';
export { findEntries } from './calendar/queries.ts';
export { serveCalendar } from './calendar/routes.ts';
export { sendSchedule } from './calendar/schedule-messages.ts';
export { invitationNote } from './calendar/words.ts';
export { chooseClass, moveRegistration } from './commands.ts';
export { cancelForStudent, moveForStudent } from './for-students.ts';
export { takeReply } from './makeups/commands.ts';
export { missedClass } from './makeups/makeup-messages.ts';
export { withdrawProposedTimes } from './makeups/withdraw-times.ts';
export {
  missedClassText,
  type ProposalAnswer,
  plainAnswerText,
  proposalAnswers,
  proposalAnswerText,
} from './makeups/words.ts';
export {
  end,
  followClass,
  register,
  restore,
  suspend,
  toRegistrationConflict,
} from './registration-state.ts';
export { serveScheduling } from './routes.ts';
export { selectHeldClasses, selectRegistrations } from './selections.ts';
export { findMakeupTimes } from './text-makeups.ts';
export { undoAttendedMakeups } from './undo-attended-makeups.ts';
export { findWish, openWishProblems } from './wishes.ts';
