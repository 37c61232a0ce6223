export { classesRestored, sendCleared } from './calendar/clearing-messages.ts';
export { endAllFeeds } from './calendar/commands.ts';
export { findEntries, inviteTo } from './calendar/queries.ts';
export { sendDueChoices, sendSchedule } from './calendar/schedule-messages.ts';
export {
  invitationNote,
  invitationsNote,
  nameClasses,
  pickAnother,
  removalNote,
  seeSchedule,
} from './calendar/words.ts';
export { chooseClass, moveRegistration } from './commands.ts';
export { cancelForStudent, moveForStudent } from './for-students.ts';
export { missedClass } from './makeup-proposals/makeup-messages.ts';
export { findMakeupTimes } from './makeup-proposals/queries.ts';
export { takeReply, withdrawProposedTimes } from './makeup-proposals/text-replies.ts';
export {
  missedClassText,
  type ProposalAnswer,
  plainAnswerText,
  proposalAnswers,
  proposalAnswerText,
} from './makeup-proposals/words.ts';
export { selectHeldClasses, selectRegistrations } from './queries.ts';
export {
  end,
  followClass,
  register,
  restore,
  suspend,
  toRegistrationConflict,
} from './registration-state.ts';
export { serveScheduling } from './routes.ts';
export { undoAttendedMakeups } from './undo-makeup.ts';
export { placeOfferedText } from './waiting-list/messages.ts';
export { checkWaitingLists, listTurns } from './waiting-list/offer-places.ts';
export { leaveWaitingLists } from './waiting-list/turns.ts';
export { findWish, openWishProblems } from './wishes.ts';
